import { describe, expect, it } from 'vitest';
import { markFindings, removeMarks, settings, workspaceOf } from '../../../test/equipment/server/server.ts';

const CODE = 'instructions.skill';
const SKILLS = {
  '/work/.git/HEAD': '',
  '/work/.claude/skills/database-rule/SKILL.md': '---\nname: database-rule\ndescription: Rules of tables.\n---\n',
  '/work/books/skills/tax/SKILL.md': '---\nname: tax-rules\ndescription: Rules of taxes.\n---\n',
  '/work/books/.claude-plugin/plugin.json': '{"name": "books"}',
};

const agent = (skills: string): string => `---\nname: helper\ndescription: Helps.\nskills: ${skills}\n---\n\nHelp.\n`;

function findingsIn(text: string, file = '.claude/agents/helper.md', files: Readonly<Record<string, string>> = SKILLS) {
  const path = `/work/${file}`;
  return workspaceOf({ ...files, [path]: removeMarks(text) }, settings({})).diagnose(path)?.findings ?? [];
}

describe('reports', () => {
  it.each([
    '«database-rules»',
    'database-rule, «gone-skill»',
    '["«databse-rule»", tax]',
    '\n  - tax-rules\n  - «tax-ruls»',
  ])('%s', (skills) => {
    const text = agent(skills);
    const findings = findingsIn(text);
    expect(markFindings(removeMarks(text), findings, CODE)).toBe(text);
    expect(findings.map(({ severity }) => severity)).toEqual(['warning']);
  });

  it('names of the own plugin', () => {
    const text = agent('books:tax, «books:tax-ruls», other:taks');
    const findings = findingsIn(text, 'books/agents/helper.md');
    expect(markFindings(removeMarks(text), findings, CODE)).toBe(text);
    expect(findings[0]?.fixes?.[0]).toMatchObject({ title: 'Change to books:tax-rules' });
  });

  it('names in a repository without skills as information', () => {
    const findings = findingsIn(agent('database-rule'), '.github/agents/helper.agent.md', { '/work/.git/HEAD': '' });
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([[CODE, 'information']]);
  });
});

describe('does not report', () => {
  it.each(['database-rule', 'Database-Rule, tax', 'tax-rules', 'other:anything', 'simplify', './skills/x', '"*"', ''])(
    '%s',
    (skills) => expect(findingsIn(agent(skills))).toEqual([]),
  );
  it.each(['AGENTS.md', '.claude/commands/help.md', 'agents/helper.md'])('skills in %s', (file) =>
    expect(findingsIn(agent('gone-skill'), file)).toEqual([]),
  );
});

it('is suppressed by a comment in the frontmatter', () => {
  const text = agent('gone-skill').replace('skills:', `# skillwright-disable-next-line ${CODE}\nskills:`);
  expect(findingsIn(text)).toEqual([]);
});
