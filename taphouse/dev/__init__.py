"""What `taphouse dev` has and `taphouse serve` never: rules read again on save, and a debug table."""
