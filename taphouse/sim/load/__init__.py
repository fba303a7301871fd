"""Many players on a real house, over real sockets: what they cost, and how many it holds."""
