"""The scene over time: what lies on the table, and what has happened there since the last frame (`watcher`)."""
