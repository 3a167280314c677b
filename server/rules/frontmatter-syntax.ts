import { parseDocument } from 'yaml';
import { readFrontmatter } from '../../skill/frontmatter.ts';
import type { Range, SkillDocument } from '../../skill/model.ts';
import type { Rule } from './rule.ts';

/** Longer frontmatter is refused anyway. */
const MAX = 64 * 1024;

/** Frontmatter that is not YAML: clients skip the whole skill. */
export const frontmatterSyntax: Rule = {
  code: 'frontmatter.syntax',
  title: 'The frontmatter cannot be read',
  severity: 'error',
  *check({ document, isManifest }) {
    const { frontmatter, text } = document;
    if (!isManifest || frontmatter.kind !== 'invalid') return;
    const value = unquoted(document);
    const why = `The frontmatter cannot be read: ${sentence(frontmatter.message)} Clients skip the whole skill then.`;
    if (value === undefined) {
      yield { range: errorRange(document) ?? frontmatter.range, message: why };
      return;
    }
    const quoted = JSON.stringify(text.slice(value.start, value.end));
    const right = readFrontmatter(text.slice(0, value.start) + quoted + text.slice(value.end)).frontmatter;
    yield {
      range: value,
      message: `${why} A value that holds a colon and a space must stand in quotes.`,
      fixes: [
        {
          kind: 'edit',
          title: 'Put the value in quotes',
          preferred: true,
          ...(right.kind === 'valid' ? { safe: true } : {}),
          edits: [{ range: value, text: quoted }],
        },
      ],
    };
  },
};

function sentence(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return `${line.trim().replace(/[:.]$/, '')}.`;
}

/** The YAML between the lines of `---`, and where it begins; undefined without an end, or where it is another language. */
function yamlOf(text: string): { readonly yaml: string; readonly start: number } | undefined {
  const start = /^\uFEFF?---[ \t]*(?:ya?ml)?[ \t]*\r?\n/i.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  const length = text.slice(start, start + MAX).search(/^---[ \t]*\r?$/m);
  return length < 0 ? undefined : { yaml: text.slice(start, start + length), start };
}

/** The characters at which the YAML goes wrong: at least one, and no more than the rest of their line. */
function errorRange({ text }: SkillDocument): Range | undefined {
  const found = yamlOf(text);
  const position = found && parseDocument(found.yaml, { prettyErrors: false }).errors[0]?.pos;
  if (found === undefined || position === undefined) return undefined;
  // An error at the end of the YAML is shown on its last line.
  const last = found.yaml.trimEnd().length - 1;
  let at = Math.max(0, Math.min(position[0], last));
  // Between lines there is nothing to mark, and half a character is none.
  while (at > 0 && /[\r\n]/.test(found.yaml[at] ?? '')) at--;
  if (at > 0 && isHalf(found.yaml, at)) at--;
  const eol = found.yaml.slice(at).search(/\r?\n|$/);
  // Often the parser names a single character only: then the word that begins there.
  const word = /^[\w-]*/.exec(found.yaml.slice(at, at + 80))?.[0].length ?? 0;
  let end = at + Math.max(1, word, Math.min(position[1] - at, eol));
  if (isHalf(found.yaml, end)) end++;
  return { start: found.start + at, end: found.start + end };
}

/** Whether a place lies within a character of two UTF-16 units. */
const isHalf = (text: string, at: number): boolean => (text.codePointAt(at - 1) ?? 0) > 0xff_ff;

/** The commonest fault by far: `description: Does this: and that`. Answers the first such value. */
function unquoted({ text }: SkillDocument): Range | undefined {
  const found = yamlOf(text);
  if (found === undefined) return undefined;
  const line = /^([\w-]+:[ \t]+)([^\s"'|>[{&*!#].*?: .*?)[ \t]*\r?$/m.exec(found.yaml);
  if (line === null) return undefined;
  const start = found.start + line.index + (line[1]?.length ?? 0);
  return { start, end: start + (line[2]?.length ?? 0) };
}
