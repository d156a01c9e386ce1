"""Settings for all tests: hypothesis tries the same examples every time, and more of them in the long tier."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
settings.register_profile("quick", max_examples=60, derandomize=True, deadline=None, suppress_health_check=_SLOW)
settings.register_profile("long", max_examples=500, deadline=None, suppress_health_check=_SLOW)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", action="store_true", help="write the rendered messages of cases anew")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("long" if config.getoption("-m") == "long" else "quick")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests with made-up examples belong to both tiers."""
    if config.getoption("-m") == "long":
        for item in items:
            if getattr(getattr(item, "function", None), "is_hypothesis_test", False):
                item.add_marker("long")
