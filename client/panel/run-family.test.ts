import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { readFamily } from './run-family.ts';

/** Returns the family of a journal with this text. */
function familyOf(text: string): string | undefined {
  return readFamily(join(writeFiles(temporaryFolder(), { 'journal.jsonl': text }), 'journal.jsonl'));
}
const start = (more: object): string => `${JSON.stringify({ type: 'run_started', seq: 1, ...more })}\n{"seq":2}\n`;

it('runs of the same skills are of one family, in any order and any folder', () => {
  const one = familyOf(start({ skills: [{ name: 'tea', root: '/a' }, { name: 'cup' }] }));
  expect(one).toBe(familyOf(start({ skills: [{ name: 'cup' }, { name: 'tea', root: '/b' }] })));
  expect(one).not.toBe(familyOf(start({ skills: [{ name: 'tea' }] })));
});

it('sessions of other agents are of one family, which no run is of', () => {
  const session = familyOf(start({ skills: [], imported: { format: 'pi' } }));
  expect(session).toBe(familyOf(start({ skills: [{ name: 'tea' }], imported: { format: 'codex' } })));
  expect(session).not.toBe(familyOf(start({ skills: [{ name: 'sessions' }] })));
  expect(session).not.toBe(familyOf(start({ skills: [] })));
});

it.each(['', 'x\n', '{}\n', '[]\n', 'null\n', '{"type":"run_started"', start({ skills: [] }).slice(0, 20)])(
  'a file that does not begin with the start of a run has none: %j',
  (text) => {
    expect(familyOf(text)).toBeUndefined();
  },
);

it('a file that does not exist has none, and forged skills are ignored', () => {
  expect(readFamily('/does/not/exist')).toBeUndefined();
  expect(familyOf(start({ skills: [1, null, { name: 2 }, { name: 'tea' }] }))).toBe(
    familyOf(start({ skills: [{ name: 'tea' }] })),
  );
});
