"""The manual: whole, right, and readable on the box."""
