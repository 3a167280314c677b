"""Sorts changes, one a line on standard input, into new, better and fixed."""

import sys

SECTIONS = {"feat": "New", "perf": "Better", "refactor": "Better", "fix": "Fixed"}
SAMPLE = ["feat: export to CSV", "fix: dates in exported files", "perf: lists open twice as fast"]


def group(lines):
    groups = {"New": [], "Better": [], "Fixed": []}
    for line in lines:
        kind, _, text = line.strip().partition(":")
        section = SECTIONS.get(kind.split("(")[0], "Better" if text else "")
        if section:
            groups[section].append(text.strip())
    return groups


def main():
    lines = [] if sys.stdin.isatty() else sys.stdin.read().splitlines()
    for section, texts in group([line for line in lines if line.strip()] or SAMPLE).items():
        print(f"## {section}")
        for text in texts:
            print(f"- {text}")


if __name__ == "__main__":
    main()
