import { expect, it } from 'vitest';
import { applyFix, findingsOf, markFindings, removeMarks, settings } from '../../../test/equipment/server/server.ts';

const found = (files: Readonly<Record<string, string>>, using = settings({})) =>
  findingsOf(files, 'SKILL.md', using).filter((one) => one.code === 'tools.unknown');

/** Returns the text that the rule reports. */
const markReported = (text: string, files: Readonly<Record<string, string>> = {}): string =>
  markFindings(removeMarks(text), findingsOf({ 'SKILL.md': text, ...files }), 'tools.unknown');

const head = (tools: string) =>
  `---\nname: notes\ndescription: Sorts notes.\nmetadata:\n  adk_additional_tools:\n${tools}---\n`;
const agents = (...additionalTools: string[]) =>
  JSON.stringify({ agents: { one: { tools: ['./base.mjs'], additionalTools } } });
const base = { '/work/base.mjs': 'export default {\n  read_mail: {\n    description: "Reads mail." },\n};\n' };

it('reports a name that no agent’s module has, and suggests the likely one', () => {
  const text = head('    - read_mail\n    - «read_mial»\n');
  const files = { 'SKILL.md': text, ...base, '/work/.skillwright.json': agents() };
  expect(markReported(text, files)).toBe(text);
  expect(applyFix(removeMarks(text), found(files))).toBe(head('    - read_mail\n    - read_mail\n'));
});

it('accepts a server’s tool by name', () => {
  const files = { ...base, '/work/.skillwright.json': agents('mail/send_mail') };
  expect(markReported(head('    - send_mail\n    - «find_mail»\n'), files)).toBe(
    head('    - send_mail\n    - «find_mail»\n'),
  );
});

it.each<[string, Record<string, string>]>([
  ['no agents', {}],
  ['a file without agents', { '/work/.skillwright.json': '{"rules":{}}' }],
  ['a file that is not JSON', { '/work/.skillwright.json': '{' }],
  ['all tools of a server', { ...base, '/work/.skillwright.json': agents('mail/*') }],
  ['a missing module', { '/work/.skillwright.json': agents() }],
  [
    'a module that imports tools from another',
    {
      '/work/base.mjs': "import { all } from './all.mjs';\nexport default all;\n",
      '/work/.skillwright.json': agents(),
    },
  ],
  [
    'a module that returns tools dynamically',
    {
      '/work/base.mjs': 'export default (context) => ({});\n',
      '/work/.skillwright.json': agents(),
    },
  ],
])('reports nothing with %s', (_what, files) => {
  expect(found({ 'SKILL.md': head('    - nobody_knows\n'), ...files })).toEqual([]);
});

it('reports nothing for clients other than ADK, or if the value is not a list', () => {
  const files = { ...base, '/work/.skillwright.json': agents() };
  const text = head('    - nobody_knows\n');
  expect(found({ 'SKILL.md': text, ...files }, settings({ profile: 'claude' }))).toEqual([]);
  const one = text.replace(/tools:\n.*\n/, 'tools: nobody_knows\n');
  expect(found({ 'SKILL.md': one, ...files })).toEqual([]);
});
