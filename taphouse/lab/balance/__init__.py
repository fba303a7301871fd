"""What many games among bots say about the balance of a game, and a page that shows it."""
