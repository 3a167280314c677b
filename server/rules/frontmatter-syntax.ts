import { parseDocument } from 'yaml';
import type { Range, SkillDocument } from '../../skill/index.ts';
import type { Rule } from './rule.ts';
import { explain, unquotedValue } from './yaml-values.ts';

/** Longer frontmatter is refused anyway. */
const MAX = 64 * 1024;

/** Frontmatter that is not YAML: clients skip the whole skill. */
export const frontmatterSyntax: Rule = {
  code: 'frontmatter.syntax',
  title: 'The frontmatter cannot be read',
  severity: 'error',
  manifestOnly: true,
  *check({ document }) {
    const { frontmatter, text } = document;
    if (frontmatter.kind !== 'invalid') return;
    const found = yamlOf(text);
    const value = found && unquotedValue(text, found.yaml, found.start);
    const wrong = found && errorOf(found.yaml);
    const says =
      value?.begins !== undefined && !frontmatter.message.startsWith('Unresolved alias')
        ? `A value begins with \`${value.begins}\`, which YAML keeps for itself.`
        : (explain(wrong?.code, frontmatter.message, found?.yaml.slice(wrong?.pos[0]) ?? '') ??
          sentence(frontmatter.message));
    const why = `The frontmatter cannot be read: ${says} Clients skip the whole skill then.`;
    if (value === undefined) {
      yield { range: errorRange(document) ?? frontmatter.range, message: why };
      return;
    }
    yield {
      range: value.range,
      message: `${why} Put the value in quotes.`,
      fixes: [
        {
          kind: 'edit',
          title: 'Put the value in quotes',
          preferred: true,
          // An alias, an anchor or a tag may have been meant.
          ...(value.helps && !/^(?:[&!]|\*[^*])/.test(text.slice(value.range.start)) ? { safe: true } : {}),
          edits: [{ range: value.range, text: value.quoted }],
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
  const start = /^\uFEFF?---[ \t]*(?:ya?ml[ \t]*)?\r?\n/i.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  const length = text.slice(start, start + MAX).search(/^---[ \t]*\r?$/m);
  return length < 0 ? undefined : { yaml: text.slice(start, start + length), start };
}

const errorOf = (yaml: string) => parseDocument(yaml, { prettyErrors: false }).errors[0];

/** The characters at which the YAML goes wrong: at least one, and no more than the rest of their line. */
function errorRange({ text }: SkillDocument): Range | undefined {
  const found = yamlOf(text);
  const position = found && errorOf(found.yaml)?.pos;
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
