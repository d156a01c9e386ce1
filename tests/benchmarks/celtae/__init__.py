"""Celtae by hand."""

from .game import Game, play_random

__all__ = ["Game", "play_random"]
