"""Switchbox: balls, thirty two-way switches, and four rounds of goals."""
