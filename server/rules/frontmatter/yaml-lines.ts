/** The lines of frontmatter that may not be valid YAML: their keys, and the lines that belong to a value. */

/** One line of the frontmatter. */
export interface YamlLine {
  /** Offset into the YAML. */
  readonly start: number;
  /** The end of the line without blanks and the line break. */
  readonly end: number;
  readonly text: string;
  /** The length of its indentation; infinity for a blank line. */
  readonly indent: number;
  /** The key that the line begins with, if it has the form of one. */
  readonly key: string | undefined;
  /** The offset of the value in the line; the length of the line without one. */
  readonly valueAt: number;
}

const KEY = /^[ \t]*(?:-[ \t]+)?(["']?)([A-Za-z_][\w-]{0,60})\1:(?:[ \t]+|$)/;

/** Splits YAML into its lines. */
export function yamlLines(yaml: string): readonly YamlLine[] {
  const lines: YamlLine[] = [];
  let start = 0;
  for (const line of yaml.split('\n')) {
    const text = line.trimEnd();
    const match = KEY.exec(text);
    lines.push({
      start,
      end: start + text.length,
      text,
      indent: text === '' ? Number.POSITIVE_INFINITY : text.length - text.trimStart().length,
      key: match?.[2],
      valueAt: match?.[0].length ?? text.length,
    });
    start += line.length + 1;
  }
  return lines;
}

/** A value with the lines that continue it. */
export interface YamlValue {
  /** The line of the key. */
  readonly line: YamlLine;
  /** The value's text on that line. */
  readonly first: string;
  /** The further lines, which are indented more than the key, or blank between such lines. */
  readonly rest: readonly YamlLine[];
}

/** Returns the values of the top level that begin on the line of their key, in order. */
export function topValues(lines: readonly YamlLine[]): readonly YamlValue[] {
  return lines.flatMap((line, index): readonly YamlValue[] => {
    if (line.key === undefined || line.indent > 0 || line.text.startsWith('-')) return [];
    let end = index + 1;
    while (end < lines.length && (lines[end]?.indent ?? 0) > 0) end++;
    while (end > index + 1 && lines[end - 1]?.text === '') end--;
    return [{ line, first: line.text.slice(line.valueAt), rest: lines.slice(index + 1, end) }];
  });
}

/** Returns the offset at which a value ends. */
export const endOf = ({ line, rest }: YamlValue): number => (rest.at(-1) ?? line).end;

/** Returns true for a value without quotes that is neither a block nor a list, a map, an alias or a comment. */
export const isPlain = ({ first }: YamlValue): boolean => /^[^\s"'|>{[&!*#]/.test(first);
