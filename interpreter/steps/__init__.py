"""
The step vocabulary: one file a family.

Each file has its typed steps, how a step's YAML becomes one (`check_*`), and how it becomes Python
(`emit_*`); the tables `CHECKS` and `EMITS` in `vocabulary` join them.
"""
