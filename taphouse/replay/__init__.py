"""Games that were written down: watched again, filmed, verified."""
