"""The club's neighbours: what other people's programs are told of tables and hub, and how they are reached."""
