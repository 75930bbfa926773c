"""The camera itself: whether it shows anything (`health`), and codes that are held under it."""
