import { readFrontmatter } from '../../../skill/index.ts';
import { requiresField } from '../rule/client-names.ts';
import type { Problem, Rule, TextEdit } from '../rule/rule.ts';
import { isTemplate, rulingClients } from '../rule/ruling-clients.ts';

/** Reports a SKILL.md without frontmatter: a client has neither name nor description, and offers the skill to no model. */
export const frontmatterMissing: Rule = {
  code: 'frontmatter.missing',
  title: 'SKILL.md has no frontmatter',
  severity: 'error',
  manifestOnly: true,
  *check(input): Iterable<Problem> {
    const { document, place } = input;
    if (document.frontmatter.kind !== 'none' || isTemplate(input)) return;
    const clients = rulingClients(input);
    // Claude Code takes the folder's name and the first paragraph.
    const severity = requiresField(clients, 'name') || requiresField(clients, 'description') ? 'error' : 'warning';
    const start = document.text.startsWith('\uFEFF') ? 1 : 0;
    const moved = misplacedFrontmatter(document.text, start);
    if (moved) {
      yield {
        range: { start, end: Math.max(moved.at, start + 1) },
        severity,
        message:
          'The frontmatter is not at the top of SKILL.md: clients look for it only there, and do not offer the skill. Move it there.',
        fixes: [{ kind: 'edit', title: 'Move the frontmatter to the top', preferred: true, edits: moved.edits }],
      };
      return;
    }
    const newline = document.text.indexOf('\n', start);
    const end = newline < 0 ? document.text.length : newline;
    yield {
      range: { start, end: document.text[end - 1] === '\r' ? end - 1 : end },
      severity,
      message:
        'SKILL.md has no frontmatter, so clients do not offer the skill. Start it with `name` and `description` between `---` lines.',
      fixes: [
        {
          kind: 'edit',
          title: 'Add frontmatter',
          preferred: true,
          edits: [{ range: { start, end: start }, text: frontmatter(place.folder, document.text.slice(start)) }],
        },
      ],
    };
  },
};

/** Finds frontmatter below blank lines or comments: its offset, and the edits that move it up. */
function misplacedFrontmatter(
  text: string,
  start: number,
): { readonly at: number; readonly edits: readonly TextEdit[] } | undefined {
  const ahead = /^(?:\s+|<!--[^>]{0,2000}-->)+/.exec(text.slice(start, start + 4_000))?.[0];
  const at = start + (ahead?.length ?? 0);
  const { bodyStart, frontmatter } = readFrontmatter(text.slice(at));
  if (ahead === undefined || frontmatter.kind !== 'valid' || text[at - 1] !== '\n') return undefined;
  const comments = ahead.trimStart();
  const end = at + bodyStart;
  const eol = comments !== '' && text[end - 1] !== '\n' ? '\n' : '';
  const edits = [
    { range: { start, end: at }, text: '' },
    { range: { start: end, end }, text: eol + comments },
  ];
  return { at, edits: comments === '' ? edits.slice(0, 1) : edits };
}

function frontmatter(folder: string, body: string): string {
  const heading = /^#[ \t]+(\S.*)/m.exec(body)?.[1]?.trimEnd();
  const about = heading ? `${heading}. ` : '';
  const description = JSON.stringify(`${about}Use when the user asks for …`);
  return `---\nname: ${folder}\ndescription: ${description}\n---\n\n`;
}
