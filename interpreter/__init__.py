"""Triskele: board games from data."""
