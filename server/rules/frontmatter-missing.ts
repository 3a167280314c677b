import type { Rule } from './rule.ts';

/** SKILL.md without frontmatter: a client has neither name nor description, so it offers the skill to no model. */
export const frontmatterMissing: Rule = {
  code: 'frontmatter.missing',
  title: 'SKILL.md has no frontmatter',
  severity: 'error',
  *check({ document, isManifest, folder }) {
    if (!isManifest || document.frontmatter.kind !== 'none') return;
    const start = document.text.startsWith('\uFEFF') ? 1 : 0;
    const newline = document.text.indexOf('\n', start);
    const end = newline < 0 ? document.text.length : newline;
    yield {
      range: { start, end: document.text[end - 1] === '\r' ? end - 1 : end },
      message:
        'SKILL.md has no frontmatter. Clients read name and description from it, and offer a skill without them to no model. Begin the file with a block between two lines of `---`.',
      fixes: [
        {
          kind: 'edit',
          title: 'Add frontmatter',
          preferred: true,
          edits: [{ range: { start, end: start }, text: frontmatter(folder, document.text.slice(start)) }],
        },
      ],
    };
  },
};

function frontmatter(folder: string, body: string): string {
  const heading = /^#\s+(.+?)\s*$/m.exec(body)?.[1];
  const about = heading ? `${heading}. ` : '';
  const description = JSON.stringify(`${about}Use when the user asks for …`);
  return `---\nname: ${folder}\ndescription: ${description}\n---\n\n`;
}
