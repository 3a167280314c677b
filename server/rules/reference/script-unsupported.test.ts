import { expect, it } from 'vitest';
import { findingsOf, HEAD, settings } from '../../../test/equipment/server/server.ts';

const found = (files: Readonly<Record<string, string>>, using = settings({})) =>
  findingsOf(files, 'SKILL.md', using).filter((one) => one.code === 'script.unsupported');

const adk = settings({ profile: 'adk' });
const targets = (files: Record<string, string>) => found(files, adk).map(({ target }) => target);

it('reports a script that run_skill_script refuses, at its first occurrence', () => {
  const text = `${HEAD}Run \`scripts/fill.ps1\`, then \`scripts/fill.ps1\` again.\n`;
  const [finding, ...others] = found({ 'SKILL.md': text, 'scripts/fill.ps1': '' }, adk);
  expect(finding?.range.start).toBe(text.indexOf('scripts/fill.ps1'));
  expect(others).toEqual([]);
});

it('allows anything if a client has a shell', () => {
  const files = { 'SKILL.md': `${HEAD}Run \`scripts/fill.ps1\`.\n`, 'scripts/fill.ps1': '' };
  expect(targets(files)).toEqual(['scripts/fill.ps1']);
  for (const profile of ['auto', 'spec', 'vscode', 'claude', 'codex'])
    expect(found(files, settings({ profile }))).toEqual([]);
});

it('allows a script if the text says how to run it', () => {
  const text = `${HEAD}See \`scripts/fill.ps1\`: \`pwsh -File scripts/fill.ps1\`.\n`;
  expect(targets({ 'SKILL.md': text, 'scripts/fill.ps1': '' })).toEqual([]);
});

it('reports each kind once', () => {
  const text = `${HEAD}Run scripts/b.rb, scripts/a.rb or scripts/c.pl.\n`;
  const files = { 'SKILL.md': text, 'scripts/a.rb': '', 'scripts/b.rb': '', 'scripts/c.pl': '', 'scripts/d.lua': '' };
  expect(targets(files)).toEqual(['scripts/a.rb', 'scripts/c.pl']);
});

it('ignores supported scripts and their twins, data and other folders', () => {
  const files = Object.fromEntries(
    ['a.py', 'b.sh', 'd.json', 'd.ps1.txt', 'run.ps1', 'run.sh'].map((name) => [`scripts/${name}`, '']),
  );
  const text = `${HEAD}${Object.keys(files).join(' ')} assets/x.rb\n`;
  expect(targets({ 'SKILL.md': text, ...files, 'assets/x.rb': '' })).toEqual([]);
  expect(targets({ 'SKILL.md': `${text} scripts/e.js`, ...files, 'scripts/e.js': '' })).toEqual(['scripts/e.js']);
});
