import { expect, test } from 'vitest';
import { reportDocument } from './document.ts';
import { changedSettings } from './settings.ts';

const parts = { versions: [['VS Code', '1.104.0']], settings: [], log: [], home: '/home/ada' } as const;

test('says that nothing was sent, and what there is', () => {
  const text = reportDocument({ ...parts, log: ['info: reading /home/ada/skills/x'] });
  expect(text).toContain('**Nothing has been sent.**');
  expect(text).toContain('| VS Code | 1.104.0 |');
  expect(text).toContain('reading ~/skills/x');
  expect(text).not.toContain('ada');
  expect(text).not.toContain('Journal');
  expect(text).not.toContain('http');
});

test('names the page for issues where there is one', () => {
  expect(reportDocument({ ...parts, issues: 'https://example.com/issues' })).toContain(
    'to https://example.com/issues.',
  );
});

test('a journal that holds fences cannot end its own', () => {
  const text = reportDocument({ ...parts, run: { lines: ['{"text":"````\\n# Not a heading"}'], left: 3 } });
  expect(text).toContain('3 earlier events are left out.');
  expect(text).toContain('`````json\n');
});

test('shows numbers, switches and choices of settings, and of anything else only that it is set', () => {
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
      { key: 'skillwright.n', where: 'user', shown: '5' },
      { key: 'skillwright.text', where: 'user', shown: 'set' },
      { key: 'skillwright.list', where: 'folder', shown: 'a list of 1' },
      { key: 'skillwright.object', where: 'user', shown: 'an object of 1' },
      { key: 'skillwright.choice', where: 'workspace', shown: 'warning' },
    ].sort((a, b) => Object.keys(declared).indexOf(a.key) - Object.keys(declared).indexOf(b.key)),
  );
});
