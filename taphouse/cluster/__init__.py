"""One house on many machines: a player connects to any node, and each table runs on one node at a time."""
