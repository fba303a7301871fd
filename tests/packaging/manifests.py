"""What each shop's published format demands of a manifest, as far as ours use it, as JSON schemas.

Home Assistant: config.schema.json of the add-on linter. Umbrel: .tools/lint-apps.mjs of umbrel-apps.
CasaOS: the specification of `x-casaos` in CasaOS-AppStore. YunoHost: manifest.v2.schema.json and
tests.v1.schema.json of YunoHost/apps. Unraid: the template schema of its wiki. A field that a schema here
does not name is refused, so that a misspelt one is noticed.
"""

from __future__ import annotations

from typing import Any

TEXT = {"type": "string", "minLength": 1}
ADDRESS = {"type": "string", "pattern": r"^https://([\w-]+\.)*taphouse\.example(/.*)?$"}
VERSION = {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"}
FLAG = {"type": "boolean"}
SIZE = {"type": "string", "pattern": "^[0-9]+[KMG]$"}


def table(required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    """An object with these fields and no other."""
    return {
        "type": "object",
        "properties": required | (optional or {}),
        "required": list(required),
        "additionalProperties": False,
    }


def by_language(pattern: str, base: str) -> dict[str, Any]:
    return {
        "type": "object",
        "required": [base],
        "patternProperties": {pattern: TEXT},
        "additionalProperties": False,
    }


HOME_ASSISTANT = table(
    {
        "name": TEXT,
        "slug": {"type": "string", "pattern": "^[a-z0-9_-]+$"},
        "version": VERSION,
        "description": TEXT,
        "arch": {"type": "array", "items": {"enum": ["aarch64", "amd64"]}},  # the others are deprecated
    },
    {
        "url": ADDRESS,
        "init": {"const": False},  # a value that is the default is refused by the linter
        "ingress": {"const": True},
        "ingress_port": {"type": "integer", "minimum": 0, "maximum": 65535},
        "panel_icon": {"type": "string", "pattern": "^mdi:"},
        "panel_title": TEXT,
        "panel_admin": {"const": False},
        "ports": {
            "type": "object",
            "patternProperties": {r"^\d+/(tcp|udp)$": {"type": ["integer", "null"]}},
            "additionalProperties": False,
        },
        "ports_description": {"type": "object", "additionalProperties": TEXT},
        "environment": {"type": "object", "additionalProperties": TEXT},
    },
)
HOME_ASSISTANT_REPOSITORY = table({"name": TEXT}, {"url": ADDRESS, "maintainer": TEXT})

UMBREL = table(
    {
        "manifestVersion": {"enum": [1, 1.1]},
        "id": {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"},
        "category": {
            "enum": "ai automation bitcoin crypto developer files finance media networking social".split()
        },
        "name": TEXT,
        "version": VERSION,
        "tagline": {"type": "string", "pattern": r"[^.]$"},
        "description": TEXT,
        "developer": TEXT,
        "website": ADDRESS,
        "dependencies": {"type": "array", "items": TEXT},
        "repo": ADDRESS,
        "support": ADDRESS,
        "port": {"type": "integer", "minimum": 1024, "maximum": 65535},
        "gallery": {"type": "array", "items": TEXT},
        "path": {"type": "string"},
        "submitter": TEXT,
        "submission": ADDRESS,
    },
    {
        "defaultUsername": {"type": "string"},
        "defaultPassword": {"type": "string"},
        "releaseNotes": {"type": "string"},
    },
)
UMBREL_STORE = table({"id": {"type": "string", "pattern": "^[a-z0-9-]+$"}, "name": TEXT})

LOCALES = by_language("^[a-z]{2}_[A-Z]{2}$", "en_US")
CASAOS = table(
    {
        "id": {"type": "string", "pattern": r"^[a-z0-9]+([._-][a-z0-9]+)*\.[a-z0-9]+([._-][a-z0-9]+)*$"},
        "main": TEXT,
        "index": {"type": "string", "pattern": "^/"},
        "port_map": {"type": "string", "pattern": r"^\d+$"},
        "icon": ADDRESS,
        "title": LOCALES,
        "category": {"enum": "Media Productivity Home Networking AI Finance Social Developer Others".split()},
        "version": VERSION,
    },
    {
        "scheme": {"enum": ["http", "https"]},
        "tagline": LOCALES,
        "description": LOCALES,
        "tips": {"type": "object", "additionalProperties": LOCALES},
        "author": TEXT,
        "developer": TEXT,
        "architectures": {"type": "array", "items": {"enum": ["amd64", "arm64"]}},
        "website": ADDRESS,
        "repo": ADDRESS,
        "support": ADDRESS,
    },
)

YES_NO = {"enum": [True, False, "not_relevant"]}
YUNOHOST = table(
    {
        "packaging_format": {"const": 2},
        "id": {"type": "string", "pattern": "^[a-z0-9_]+$"},
        "name": TEXT,
        "version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+~ynh\d+$"},
        "description": by_language("^[a-z]{2}$", "en"),
        "maintainers": {"type": "array", "items": TEXT},
        "upstream": table(
            {"license": {"const": "MIT"}}, {"website": ADDRESS, "admindoc": ADDRESS, "code": ADDRESS}
        ),
        "integration": table(
            {
                "yunohost": {"type": "string", "pattern": r"^>= ?\d{1,2}(\.\d{1,2}){0,3}$"},
                "helpers_version": {"type": "string", "pattern": r"^\d+\.\d+$"},
                "architectures": {"type": "array", "items": {"enum": ["amd64", "i386", "armhf", "arm64"]}},
                "multi_instance": YES_NO,
                "ldap": YES_NO,
                "sso": YES_NO,
                "disk": SIZE,
                "ram": table({"build": SIZE, "runtime": SIZE}),
            }
        ),
        "install": {
            "type": "object",
            "additionalProperties": table({"type": {"enum": ["domain", "path", "group"]}}, {"default": TEXT}),
        },
        "resources": table(
            {
                "system_user": table({}),
                "install_dir": table(
                    {}, {"group": {"type": "string", "pattern": "^[a-z-]+(:[rwx-]{1,3})?$"}}
                ),
                "data_dir": table({}),
                "permissions": table({"main": table({"url": {"type": "string", "pattern": "^/"}})}),
                "ports": table({"main": table({"default": {"type": "integer"}})}),
                "apt": table({"packages": {"type": "array", "items": TEXT}}),
            }
        ),
    }
)
YUNOHOST_TESTS = table(
    {
        "test_format": {"type": "number"},
        "default": table(
            {},
            {
                "curl_tests": {
                    "type": "object",
                    "additionalProperties": table(
                        {"path": TEXT}, {"expect_title": TEXT, "expect_content": TEXT}
                    ),
                }
            },
        ),
    }
)

UNRAID = table(
    {"Name": TEXT, "Repository": TEXT, "Network": {"enum": ["host", "bridge"]}, "Overview": TEXT},
    {
        "Registry": ADDRESS,
        "Shell": {"enum": ["sh", "bash"]},
        "Privileged": {"enum": ["true", "false"]},
        "Support": ADDRESS,
        "Project": ADDRESS,
        "Category": {"type": "string", "pattern": "^([A-Z][A-Za-z]+:([A-Z][A-Za-z]+)? ?)+$"},
        "WebUI": {"type": "string", "pattern": r"^http://\[IP\]:\[PORT:\d+\]/?$"},
        "TemplateURL": ADDRESS,
        "Icon": ADDRESS,
        "ExtraParams": TEXT,
    },
)
UNRAID_SETTING = table(
    {
        "Name": TEXT,
        "Target": TEXT,
        "Default": {"type": "string"},
        "Mode": {"enum": ["", "rw", "ro", "tcp", "udp"]},
        "Description": TEXT,
        "Type": {"enum": ["Path", "Port", "Variable", "Label", "Device"]},
        "Display": {"enum": ["always", "always-hide", "advanced", "advanced-hide"]},
        "Required": {"enum": ["true", "false"]},
        "Mask": {"enum": ["true", "false"]},
    }
)
