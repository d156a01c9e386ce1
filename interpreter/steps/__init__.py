"""
The step vocabulary: one file a family.

Each file has its typed steps and how a step's YAML becomes one (`check_*`); the table `CHECKS` in `vocabulary` joins
them. How they become Python stands in `interpreter.compile`.
"""
