"""Which build of Python runs: a build without PGO takes a fifth more processor for the same rules."""

from __future__ import annotations

import platform
import sysconfig


def python_build(options: str | None = None) -> str:
    """`options`: with which Python was configured (default: this one)."""
    found = (sysconfig.get_config_var("CONFIG_ARGS") or "") if options is None else options
    pgo = "with" if "--enable-optimizations" in found else "without"
    lto = "with" if "--with-lto" in found else "without"
    return f"{platform.python_implementation()} {platform.python_version()}, {pgo} PGO, {lto} LTO"
