"""Forty Thieves: seven stacks, a stock, jokers."""
