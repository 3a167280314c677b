import { expect, test } from 'vitest';
import { reportDocument } from './document.ts';
import { changedSettings } from './settings.ts';

const parts = { versions: [['VS Code', '1.104.0']], settings: [], log: [], home: '/home/ada' } as const;

test('contains the versions and the log, and states that nothing was sent', () => {
  const text = reportDocument({ ...parts, log: ['info: reading /home/ada/skills/x'] });
  expect(text).toContain('**Nothing has been sent.**');
  expect(text).toContain('| VS Code | 1.104.0 |');
  expect(text).toContain('reading ~/skills/x');
  expect(text).not.toContain('ada');
  expect(text).not.toContain('Journal');
  expect(text).not.toContain('http');
});

test('contains the URL of the issue page if there is one', () => {
  expect(reportDocument({ ...parts, issuesUrl: 'https://example.com/issues' })).toContain(
    'to https://example.com/issues.',
  );
});

test('uses a longer fence for a journal that contains fences', () => {
  const text = reportDocument({ ...parts, run: { lines: ['{"text":"````\\n# Not a heading"}'], omitted: 3 } });
  expect(text).toContain('3 earlier events are omitted.');
  expect(text).toContain('`````json\n');
});

test('shows the values of numbers, booleans and enums, but not of other settings', () => {
  const set: Record<string, object> = {
    'skillwright.n': { key: 'n', globalValue: 5 },
    'skillwright.choice': { key: 'c', workspaceValue: 'warning' },
    'skillwright.text': { key: 't', globalValue: 'https://ada:pass@host' },
    'skillwright.list': { key: 'l', workspaceFolderValue: ['secret-tool'] },
    'skillwright.object': { key: 'o', globalValue: { a: 'sk-1' } },
    'skillwright.default': { key: 'd', defaultValue: 1 },
  };
  const declared = {
    ...Object.fromEntries(Object.keys(set).map((key) => [key, {}])),
    'skillwright.choice': { enum: ['warning'] },
  };
  expect(changedSettings(declared, (key) => set[key] as never)).toEqual(
    [
      { key: 'skillwright.n', scope: 'user', displayValue: '5' },
      { key: 'skillwright.text', scope: 'user', displayValue: 'set' },
      { key: 'skillwright.list', scope: 'folder', displayValue: 'a list of 1' },
      { key: 'skillwright.object', scope: 'user', displayValue: 'an object of 1' },
      { key: 'skillwright.choice', scope: 'workspace', displayValue: 'warning' },
    ].sort((a, b) => Object.keys(declared).indexOf(a.key) - Object.keys(declared).indexOf(b.key)),
  );
});
