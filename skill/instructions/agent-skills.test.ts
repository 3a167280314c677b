import { expect, it } from 'vitest';
import { readDocument } from '../documents/document.ts';
import { agentSkills } from './agent-skills.ts';

const found = (skills: string) => {
  const text = `---\nname: helper\nskills: ${skills}\n---\n\nHelp.\n`;
  return agentSkills(readDocument('/work/.claude/agents/helper.md', text)).map(({ written, plugin, name, range }) => {
    expect(text.slice(range.start, range.end)).toBe(written);
    return plugin === undefined ? name : `${plugin} has ${name}`;
  });
};

it.each([
  ['tax', ['tax']],
  ['tax, notes', ['tax', 'notes']],
  ['[tax, "notes"]', ['tax', 'notes']],
  ['\n  - tax\n  - books:notes # both', ['tax', 'books has notes']],
  ['\n- tax\n- tax', ['tax', 'tax']],
] as const)('reads %j', (written, names) => expect(found(written)).toEqual(names));

it.each(['', '12', '[]', '{ a: b }', './skills/tax', '"*"', '<skill>', '$SKILL', '"a b"'])(
  'has none in %j',
  (written) => expect(found(written)).toEqual([]),
);

it('has none without frontmatter', () => {
  expect(agentSkills(readDocument('/work/x.md', 'skills: tax'))).toEqual([]);
  expect(agentSkills(readDocument('/work/x.md', '---\nskills: [tax\n---\n'))).toEqual([]);
});
