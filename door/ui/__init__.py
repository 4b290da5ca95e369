"""What doors and the board's own screens share: a screen, and what screens are made of."""
