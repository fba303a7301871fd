"""A live table without I/O: inputs go in, effects come out. It reads no clock and logs nothing."""
