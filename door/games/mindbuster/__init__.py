"""MindBuster!: break the hidden code of coloured pegs in ten guesses, alone or in a duel."""
