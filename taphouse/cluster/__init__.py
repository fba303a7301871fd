"""One house on many machines: any node takes any player, one node at a time runs a table."""
