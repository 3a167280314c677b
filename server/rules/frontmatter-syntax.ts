import type { Range, SkillDocument } from '../../skill/model.ts';
import type { Rule } from './rule.ts';

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
      yield { range: frontmatter.range, message: why };
      return;
    }
    const quoted = JSON.stringify(text.slice(value.start, value.end));
    yield {
      range: value,
      message: `${why} A value that holds a colon and a space must stand in quotes.`,
      fixes: [
        { kind: 'edit', title: 'Put the value in quotes', preferred: true, edits: [{ range: value, text: quoted }] },
      ],
    };
  },
};

function sentence(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return `${line.trim().replace(/[:.]$/, '')}.`;
}

/** The commonest fault by far: `description: Does this: and that`. Answers the first such value. */
function unquoted({ text }: SkillDocument): Range | undefined {
  const open = /^\uFEFF?---[ \t]*\r?\n/.exec(text)?.[0].length;
  if (open === undefined) return undefined;
  const close = text.slice(open).search(/^---[ \t]*\r?$/m);
  if (close < 0) return undefined;
  const found = /^([\w-]+:[ \t]+)([^\s"'|>[{&*!#].*?: .*?)[ \t]*\r?$/m.exec(text.slice(open, open + close));
  if (found === null) return undefined;
  const start = open + found.index + (found[1]?.length ?? 0);
  return { start, end: start + (found[2]?.length ?? 0) };
}
