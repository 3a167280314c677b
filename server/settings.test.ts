import { expect, it } from 'vitest';
import { readReportedByEditor, readSettings, type Settings } from './settings.ts';

it('reads nested levels from VS Code and flat ones from other editors', () => {
  const nested = readSettings({ profile: 'adk', rules: { reference: { missing: 'warning', case: 'off' } } });
  const flat = readSettings({ profile: 'adk', rules: { 'reference.missing': 'warning', 'reference.case': 'off' } });
  expect(nested).toEqual(flat);
  expect(nested.levels.get('reference.case')).toBe('off');
});

it.each([null, undefined, 'text', [], { profile: 'none', rules: { a: 'loud', b: 3, c: [] } }, { rules: 'all' }])(
  'uses the defaults for invalid values: %j',
  (section) => expect(readSettings(section)).toEqual({ clients: 'auto', levels: new Map() }),
);

it.each<[object, Settings['clients']]>([
  [{ clients: ['codex', 'claude-code', 'codex'] }, ['codex', 'claude-code']],
  [{ clients: [], profile: 'adk' }, ['adk']],
  [{ clients: ['pi'], profile: 'adk' }, ['pi']],
  [{ clients: ['other', 3, 'claude'] }, ['claude-code']],
  [{ clients: ['other'] }, 'auto'],
  [{ profile: 'claude' }, ['claude-code']],
  [{ profile: 'spec' }, ['spec']],
  [{ profile: 'vscode' }, ['vscode']],
  [{ profile: 'auto' }, 'auto'],
  // Never a profile.
  [{ profile: 'gemini-cli' }, 'auto'],
])('reads the clients of %j', (section, clients) => expect(readSettings(section).clients).toEqual(clients));

it('reads the codes that the editor itself reports', () => {
  expect(readReportedByEditor({ reportedByEditor: ['a', 3] })).toEqual(new Set(['a']));
  expect(readReportedByEditor(undefined)).toEqual(new Set());
});
