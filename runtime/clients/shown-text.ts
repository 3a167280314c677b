/** The comparison of a result with the text of a file, however a command or tool prints it. */

/** Maximum length of a result, and maximum number of lines of it, that are compared with a file. */
const MAX_RESULT = 4 * 1024 * 1024;
const MAX_LINES = 50_000;
/** Minimum length of a line that no other output has by chance, in characters. */
const MIN_DISTINCTIVE = 16;
/** Maximum number of lines of a file that count as all of it. */
const MAX_SHORT = 50;
/** Number of lines of a result that are looked for inside the lines of the file, and their minimum length. */
const PARTS = 20;
const MIN_PART = 8;

/** Numbers of lines, names of files and marks of a comparison, with which programs begin a line that they print. */
const PREFIXES = [/^L?\d+\s*[:|→│\t-]\s?/, /^\s*\d+\s+/, /^[^\s:]*:(?:\d+[:-])?/, /^[<>+-] ?/];

/** A result, in which the texts of files are looked for. */
export class ShownText {
  private readonly result: string;
  private lines: ReadonlySet<string> | undefined;

  constructor(result: string) {
    this.result = result.slice(0, MAX_RESULT);
  }

  /**
   * Returns how the result shows a text. `distinctive`: it has a line that it would not have by chance, or all lines of a
   * short text; `partly`: it has any line, or a part of one; `not`: it shows none of it.
   */
  shows(text: string): 'distinctive' | 'partly' | 'not' {
    this.lines ??= linesOf(this.result);
    return compared(text, this.result, this.lines);
  }
}

function compared(text: string, result: string, shown: ReadonlySet<string>): 'distinctive' | 'partly' | 'not' {
  const lines = text.split('\n').flatMap((line) => withText(line.trim()));
  let isPart = false;
  let found = 0;
  for (const line of lines) {
    if (!shown.has(line)) continue;
    if (line.length >= MIN_DISTINCTIVE) return 'distinctive';
    found++;
    isPart = true;
  }
  if (found > 0 && found === lines.length && found <= MAX_SHORT) return 'distinctive';
  if (isPart) return 'partly';
  // Lines can be cut off, on either side.
  const parts = [...shown].filter((one) => one.length >= MIN_PART).slice(0, PARTS);
  const starts = lines.filter((line) => line.length > MIN_PART * 4).slice(0, PARTS);
  const isShown =
    parts.some((one) => text.includes(one)) || starts.some((one) => result.includes(one.slice(0, MIN_PART * 4)));
  return isShown ? 'partly' : 'not';
}

/** Returns the lines of a result, as they are and without prefixes. */
function linesOf(result: string): ReadonlySet<string> {
  const shown = new Set<string>();
  for (const line of result.split('\n', MAX_LINES)) {
    for (const one of [line, ...PREFIXES.map((prefix) => line.trimStart().replace(prefix, ''))])
      for (const text of withText(one.trim())) shown.add(text);
  }
  return shown;
}

/** Returns nothing for a line without a letter or a digit: many texts have it. */
function withText(line: string): readonly string[] {
  return /[\p{L}\p{N}]/u.test(line) ? [line] : [];
}
