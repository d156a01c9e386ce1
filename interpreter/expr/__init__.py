"""The expression language: text to tree (`parse`), tree to typed tree (`check`), typed tree to Python (`emit`)."""
