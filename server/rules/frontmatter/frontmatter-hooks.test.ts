import { expect, it } from 'vitest';
import { settings, workspaceOf } from '../../../test/equipment/server/server.ts';

const skill = (hooks: string) => `---\nname: x\ndescription: Does it. Use for it.\n${hooks}\n---\nDo it.\n`;
const command = (text: string) =>
  `hooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: ${text}`;

function found(text: string, folder = '/work/skills/x', section: unknown = {}): readonly string[] {
  const file = `${folder}/SKILL.md`;
  const { findings = [] } = workspaceOf({ [file]: text }, settings(section)).diagnose(file) ?? {};
  return findings
    .filter(({ code }) => code === 'frontmatter.hooks')
    .map(({ severity, range, message }) => `${severity} ${text.slice(range.start, range.end)}: ${message}`);
}

it('says which commands run, at the field', () => {
  expect(found(skill(command('npm test')))).toEqual([
    'information hooks: Review `npm test`: Claude Code runs it without asking once it has loaded the skill.',
  ]);
  const two = `${command('npm test')}\n  Stop:\n    - hooks:\n        - { type: command, command: node, args: [a.mjs, "b c"] }\n        - { type: http, url: "https://x.test/y" }\n        - { type: command, command: npm test }`;
  expect(found(skill(two))).toEqual([
    'information hooks: Review `npm test`, `node a.mjs b c` and `https://x.test/y`: Claude Code runs them without asking once it has loaded the skill.',
  ]);
});

it('shortens long commands and many', () => {
  const [script = ''] = found(skill(command('|\n            set -e\n            echo "`id`"')));
  expect(script).toContain('Review `set -e…`:');
  const [long = ''] = found(skill(command(`echo '\`${'x'.repeat(200)}\`'`)));
  expect(long.length).toBeLessThan(200);
  const many = Array.from(
    { length: 9 },
    (_, at) => `        - { type: command, command: "npm run task-number-${at}" }`,
  );
  const [all = ''] = found(skill(`hooks:\n  Stop:\n    - hooks:\n${many.join('\n')}`));
  expect(all).toMatch(/`npm run task-number-0`, .* and \d more: Claude/);
});

it('is about the clients that run hooks', () => {
  const text = skill(command('npm test'));
  expect(found(text, undefined, { clients: ['claude-code', 'codex'] })).toHaveLength(1);
  expect(found(text, undefined, { clients: ['qwen-code'] })).toEqual([
    'information hooks: Review `npm test`: Qwen Code runs it once it has loaded the skill.',
  ]);
  expect(found(text, undefined, { clients: ['codex', 'gemini-cli'] })).toEqual([]);
  expect(found(text, '/work/.claude/skills/x')).toHaveLength(1);
  expect(found(text, '/work/.opencode/skills/x')).toEqual([]);
});

it('reports nothing else', () => {
  expect(found(skill('license: MIT'))).toEqual([]);
  expect(found(skill('hooks: {}'))).toEqual([]);
  // Claude Code runs neither.
  expect(found(skill('hooks:\n  Stop:\n    - { matcher: Bash, command: npm test }'))).toEqual([]);
  expect(found(skill('hooks:\n  Stop:\n    - hooks:\n        - { command: npm test }'))).toEqual([]);
  expect(found(skill('hooks:\n  Stop:\n    - hooks:\n        - { type: prompt, prompt: "Is it done?" }'))).toEqual([]);
  expect(found(skill('hooks: [a, 1, null]'))).toEqual([]);
  expect(found(skill(command('""')))).toEqual([]);
  expect(found(skill(`metadata:\n  ${command('npm test').replaceAll('\n', '\n  ')}`))).toEqual([]);
  expect(found(`---\nname: {{name}}\ndescription: D.\n${command('npm test')}\n---\n`)).toEqual([]);
});
