"""MicroLink Shut The Box: one to four players, five turns each."""
