import { expect, it } from 'vitest';
import { completionsOf } from './complete.ts';

const ROOT = {
  args: { file_path: 'a.md', list: [{ deep: 1 }], 'not a name': 1 },
  agent: 'main',
  tool: 'load_skill',
  messages: [{ role: 'user', content: 'Go.' }],
};

it.each([
  ['', ['args', 'agent', 'tool', 'messages']],
  ['a', ['args', 'agent']],
  ['args.', ['file_path', 'list']],
  ['args.f', ['file_path']],
  ['agent == "x" && !(args.li', ['list']],
  ['args.list.', ['length']],
  ['args.list[0].', ['deep']],
  ['messages[0].co', ['content']],
  ['args["list"][0].d', ['deep']],
  ['agent.', []],
  ['nothing.', []],
  ['tool == "a', []],
  ['args[', []],
  ['args.__proto__.', []],
  [`${'('.repeat(5_000)}args.f`, ['file_path']],
  ['a.'.repeat(50_000), []],
] as const)('after %j: %j', (before, names) => {
  expect(completionsOf(before, ROOT).map(({ name }) => name)).toEqual(names);
});

it('replaces the beginning of the name', () => {
  expect(completionsOf('args.file', ROOT)).toEqual([{ name: 'file_path', replaces: 4 }]);
});
