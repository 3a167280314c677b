import { expect, it } from 'vitest';
import { HEAD, sessionOf, workspaceOf } from '../../test/equipment/server/server.ts';
import { DEBUG_AGENT, RUN_AGENT } from '../protocol.ts';
import { codeLenses } from './code-lenses.ts';

const titles = (files: Parameters<typeof workspaceOf>[0], path = '/work/notes/SKILL.md') =>
  codeLenses(sessionOf(workspaceOf(files)), path).map(({ command }) => command?.title);

it('shows the cost of each level of a skill', () => {
  const files = {
    'SKILL.md': `${HEAD}Sort them.\n`,
    'references/a.md': 'Some words.\n',
    'assets/x.png': { kind: 'binary' as const },
  };
  expect(titles(files)).toEqual([
    'Run Agent on This Skill',
    expect.stringMatching(/^≈ \d+ tokens always, \d+ when loaded \(6 lines\), [1-9] in 2 more files$/),
  ]);
  expect(titles({ 'SKILL.md': HEAD })[1]).toMatch(/, 1 when loaded \(5 lines\)$|, 0 when loaded \(5 lines\)$/);
});

it('offers to debug in an editor that can', () => {
  const session = { ...sessionOf(workspaceOf({ 'SKILL.md': HEAD })), commands: new Set([RUN_AGENT, DEBUG_AGENT]) };
  const commands = codeLenses(session, '/work/notes/SKILL.md').map(({ command }) => command?.command);
  expect(commands).toEqual([RUN_AGENT, DEBUG_AGENT, '']);
});

it('shows no sizes if SKILL.md is not text, and no lenses in other files', () => {
  expect(titles({ 'SKILL.md': { kind: 'binary' } })).toEqual(['Run Agent on This Skill']);
  expect(titles({ 'SKILL.md': HEAD, 'a.md': '' }, '/work/notes/a.md')).toEqual([]);
});

it('stops reading at the limit', () => {
  const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`references/${index}.md`, 'word\n']));
  expect(titles({ 'SKILL.md': HEAD, ...many })[1]).toMatch(/more than \d+ in 400 more files$/);
});
