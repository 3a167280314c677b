import { parse } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { hasHooks, undone, withHooks, withoutHooks } from './settings-file.ts';
import { SETTINGS } from './settings-samples.ts';

const MARK = 'skillwright-hook.cjs';
const ours = (command = `node /home/ada/${MARK} claude-code`) => ({
  matcher: 'Read',
  hooks: [{ type: 'command', command }],
});
const ENTRIES = {
  PreToolUse: ours(),
  PostToolUse: ours(),
  Stop: { hooks: [{ type: 'command', command: `node ${MARK}` }] },
};
describe('settings are as before after hooks were removed', () => {
  for (const [title, text] of Object.entries(SETTINGS)) {
    test(title, () => {
      const added = withHooks(text, ENTRIES, MARK);
      if (added.kind !== 'changed') throw new Error(`not changed: ${JSON.stringify(added)}`);
      expect(hasHooks(added.text, MARK)).toBe(true);
      expect(undone(added.text, added.undo)).toBe(text);

      const value = parse(added.text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true });
      for (const event of Object.keys(ENTRIES)) expect(JSON.stringify(value.hooks[event])).toContain(MARK);
    });

    test(`${title}, changed since`, () => {
      const added = withHooks(text, ENTRIES, MARK);
      if (added.kind !== 'changed') throw new Error('not changed');
      const removed = withoutHooks(added.text, MARK);
      if (removed.kind !== 'changed') throw new Error('not removed');
      expect(removed.text).not.toContain(MARK);
      const [before, after] = [text, removed.text].map((one) =>
        parse(one.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true }),
      );
      const { hooks: hooksBefore = {}, ...othersBefore } = before ?? {};
      const { hooks: hooksAfter = {}, ...othersAfter } = after ?? {};
      expect(othersAfter).toEqual(othersBefore);
      // Lists and objects without an entry mean nothing.
      const filled = (hooks: object) => Object.fromEntries(Object.entries(hooks).filter(([, list]) => list.length > 0));
      expect(filled(hooksAfter)).toEqual(filled(hooksBefore));
      for (const comment of text.match(/\/\/ .*|\/\*.*?\*\//g) ?? []) expect(removed.text).toContain(comment);
    });
  }

  test('installing again replaces our entries, and changes nothing if they are the same', () => {
    const first = withHooks(SETTINGS['hooks of others'] ?? '', ENTRIES, MARK);
    if (first.kind !== 'changed') throw new Error('not changed');
    const second = withHooks(first.text, { ...ENTRIES, PreToolUse: ours(`node /elsewhere/${MARK} claude-code`) }, MARK);
    if (second.kind !== 'changed') throw new Error('not changed');
    expect(second.text.split(MARK)).toHaveLength(4);
    expect(second.text).toContain('/elsewhere/');
    expect(second.text.match(/home.ada/g)).toHaveLength(1);
    expect(second.text).toContain('echo hi');
  });

  test('an entry of a user that holds our command and another one keeps the other', () => {
    const text = `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"echo hi"},{"type":"command","command":"node ${MARK}"}]}]}}`;
    const removed = withoutHooks(text, MARK);
    expect(removed).toMatchObject({
      kind: 'changed',
      text: '{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"echo hi"}]}]}}',
    });
  });
});

describe('a file that cannot be changed safely is refused', () => {
  const REFUSED: Readonly<Record<string, readonly [text: string, message: string]>> = {
    'broken JSON': ['{\n  "model": \n', 'it is not valid JSON (line 3)'],
    'a list': ['[]', 'it is not a JSON object'],
    'a text': ['"x"', 'it is not a JSON object'],
    'hooks that are a list': ['{"hooks": []}', 'its "hooks" is not an object'],
    'an event that is no list': ['{"hooks": {"Stop": {}}}', 'its "hooks.Stop" is not a list'],
  };
  for (const [title, [text, message]] of Object.entries(REFUSED))
    test(title, () => {
      expect(withHooks(text, ENTRIES, MARK)).toEqual({ kind: 'refused', message });
      expect(withoutHooks(text, MARK)).toEqual({ kind: 'refused', message });
    });
});
