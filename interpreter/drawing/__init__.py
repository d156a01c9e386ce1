"""Drawing: what is seen of a game, in words, in letters and as SVG."""
