import { expect, it } from 'vitest';
import { codes, expectMarks, good, head } from '../../../test/equipment/server/rules.ts';

it.each([
  ['compatibility: «[a, b]»'],
  ['user-invocable: «maybe»'],
  ['context: «branch»'],
  ['shell: «zsh»'],
  ['metadata: «a text»'],
  ['allowed-tools: «3»'],
  ['metadata:\n  «adk_additional_tools: search»'],
  ['metadata:\n  «adk_inject_state: "yes"»'],
  ['effort: «huge»'],
  ['background: «later»'],
  ['allowed-tools: «Bash(git status Read»'],
  ['allowed-tools: «Read)»'],
  ['license: «[MIT]»'],
])('reports %s', (field) => expectMarks('frontmatter.field', head(`${good}\n${field}`)));

it.each([
  ['allowed-tools: Bash(git:*) Read'],
  ['allowed-tools: [Bash, Read]'],
  ['argument-hint: [issue]'],
  ['argument-hint: [scope: full|part]'],
  ['context: fork'],
  ['shell: powershell'],
  ['metadata:\n  version: 1.0\n  adk_additional_tools: [search]\n  adk_inject_state: true'],
  ['license:'],
  ['license:\n  name: MIT'],
  ['user-invocable: yes\nbackground: 0\neffort: xhigh\ndisallowed-tools: [Bash]'],
  ['allowed-tools: Read, Bash(git add:*, git commit:*)'],
  ['allowed_tools: Read\nicon: beaker\ncolor: green\nglobs: "**/*.ts"'],
])('accepts a value that any client accepts: %s', (field) => expect(codes(head(`${good}\n${field}`))).toEqual([]));

it('is as strict as the specification under the profile `spec`', () => {
  const text = head(`${good}\nallowed-tools: [Bash]\nmetadata:\n  version: 1.0`);
  expect(codes(text, 'spec')).toEqual(['error frontmatter.field', 'warning frontmatter.field']);
});

const of = (fields: string, profile: string) => codes(head(fields), profile);

it('accepts the client’s values', () => {
  expect(of(`${good}\nuser-invocable: yes`, 'vscode')).toEqual(['error frontmatter.field']);
  expect(of(`${good}\nlicense:\n  name: MIT`, 'spec')).toEqual(['error frontmatter.field']);
  expect(of(`${good}\nallowed-tools: Read, Grep`, 'spec')).toEqual(['warning frontmatter.field']);
  expect(of(`${good}\nallowed-tools: Read, Grep`, 'claude')).toEqual([]);
  expect(of(`${good}\nmetadata:\n  short-description: [x]`, 'codex')).toEqual(['error frontmatter.field']);
  expect(of(`${good}\nallowed_tools: Read`, 'adk')).toEqual([]);
  expect(of(`${good}\nallowed_tools: Read`, 'claude')).toEqual(['warning frontmatter.unknown']);
  expect(of(`${good}\ndisallowed-tools: Bash\nbackground: false`, 'claude')).toEqual([]);
  expect(of(`${good}\nicon: beaker`, 'spec')).toEqual(['information frontmatter.unknown']);
});
