"""What a house remembers of its evenings, if its host wants that. Pure: entries in, figures out."""
