"""Which build of Python and of the package runs: without PGO the same rules take a fifth more processor."""

from __future__ import annotations

import platform
import sysconfig

from taphouse.table import table


def python_build(options: str | None = None) -> str:
    """`options`: with which Python was configured (default: this one)."""
    found = (sysconfig.get_config_var("CONFIG_ARGS") or "") if options is None else options
    pgo = "with" if "--enable-optimizations" in found else "without"
    lto = "with" if "--with-lto" in found else "without"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    modules = "plain" if table.__file__.endswith(".py") else "compiled"
    return f"{python}, {pgo} PGO, {lto} LTO, {modules} modules"
