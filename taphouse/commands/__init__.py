"""The commands of `taphouse`, one module each."""
