"""Prints the kind, the range and the gaps of each column of a CSV file as a Markdown table.

    python3 scripts/summarize.py [FILE]

Without FILE it takes the sample that comes with the skill.
"""

import csv
import sys
from pathlib import Path

SAMPLE = Path(__file__).resolve().parent.parent / "assets" / "sample.csv"


def number(cell):
    try:
        return float(cell)
    except ValueError:
        return None


def describe(name, cells):
    filled = [cell for cell in cells if cell.strip()]
    numbers = [number(cell) for cell in filled]
    gaps = len(cells) - len(filled)
    if filled and None not in numbers:
        mean = sum(numbers) / len(numbers)
        return f"| {name} | number | {min(numbers):g} | {mean:.4g} | {max(numbers):g} | {gaps} |"
    return f"| {name} | text, {len(set(filled))} values | | | | {gaps} |"


def main():
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLE
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            rows = list(csv.DictReader(file))
    except OSError as error:
        sys.exit(f"Cannot read {path}: {error.strerror}")
    columns = list(rows[0]) if rows else []
    print(f"{path.name}: {len(rows)} rows, {len(columns)} columns\n")
    print("| column | kind | smallest | mean | largest | empty |\n|---|---|---|---|---|---|")
    for column in columns:
        print(describe(column, [row[column] or "" for row in rows]))


if __name__ == "__main__":
    main()
