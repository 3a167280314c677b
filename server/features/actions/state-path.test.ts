import { describe, expect, it } from 'vitest';
import { actionTester, type Files } from '../../../test/equipment/server/actions.ts';
import { HEAD, sessionOf, workspaceOf } from '../../../test/equipment/server/server.ts';
import { codeActions, resolveCodeAction } from './code-actions.ts';
import { KINDS } from './offer.ts';

const CONFIG = '/work/.skillwright.json';
const TITLES = [
  'This path is made when the skill runs',
  "This path belongs to the user's project",
  'This path is installed later',
  'This path is an example',
];
const text = `${HEAD}Read \`references/none.md\`.\n\nThen read [it](./references/none.md#part) and \`scripts/x.py\`.\n`;

/** Returns the findings of all documents after an action. */
function findingsAfter(files: Files, words: string, title: string): readonly (string | undefined)[] {
  const after = workspaceOf(actionTester(files).filesAfter(words, title));
  return after.diagnose('/work/notes/SKILL.md')?.findings.map(({ target }) => target) ?? [];
}

describe('what the author says of a path', () => {
  it('is offered for each finding about a path, after its fixes and before suppressions', () => {
    const { titles, actions } = actionTester({ 'SKILL.md': text });
    const all = titles('references/none.md');
    const first = all.indexOf(TITLES[0] ?? '');
    expect(all.slice(first, first + 4)).toEqual(TITLES);
    expect(all.slice(0, first)).toEqual(['Create references/none.md']);
    expect(all[first + 4]).toMatch(/^Suppress reference\.missing/);
    expect(titles('Then read')).toEqual([]);
    const [action] = actions('references/none.md', [KINDS.statePath]);
    expect(action).toMatchObject({ diagnostics: [{ code: 'reference.missing' }] });
    expect(titles('references/none.md', [KINDS.fix])).toEqual(['Create references/none.md']);
  });

  it.each([
    [TITLES[0], 'made-at-run-time'],
    [TITLES[1], 'user-project'],
    [TITLES[2], 'installed-later'],
    [TITLES[3], 'example'],
  ])('%s: one pattern for all places, in a new file of the workspace folder', (title = '', meaning) => {
    const files = { 'SKILL.md': text };
    const after = actionTester(files).filesAfter('references/none.md', title);
    expect(after).toEqual({ ...files, [CONFIG]: `{\n  "paths": {\n    "references/none.md": "${meaning}"\n  }\n}\n` });
    expect(findingsAfter(files, 'references/none.md', title)).toEqual(['scripts/x.py']);
  });

  it('is written from any place, into the nearest file, as the path is read', () => {
    const nearest = '/work/notes/.skillwright.json';
    const files = { 'SKILL.md': text, [CONFIG]: '{}', [nearest]: '\uFEFF{"rules": {}}\n' };
    const after = actionTester(files).filesAfter('references/none.md#part', 'This path is an example');
    expect(after[CONFIG]).toBe('{}');
    // The editor does not count the byte order mark of a file that it has not opened.
    expect(after[nearest]?.replace(/\s/g, '')).toContain('"references/none.md":"example"');
  });

  it('says it of a missing folder as a whole', () => {
    const files = {
      'SKILL.md': `${HEAD}Read [a](templates/a.md) and [b](templates/b.md), then \`references/none.md\`.\n`,
    };
    expect(actionTester(files).titles('templates/b.md')).toContain('This folder is made when the skill runs');
    const after = actionTester(files).filesAfter('templates/b.md', 'This folder is an example');
    expect(JSON.parse(after[CONFIG] ?? '')).toEqual({ paths: { 'templates/': 'example' } });
    expect(findingsAfter(files, 'templates/b.md', 'This folder is an example')).toEqual(['references/none.md']);
  });

  it('says it of a file name that a model would look for', () => {
    const files = {
      'SKILL.md': `${HEAD}Files in \`references/\`:\n\n- \`tax.md\`: rates\n`,
      'references/other.md': '# A\n',
    };
    expect(actionTester(files).titles('tax.md')).toContain('This path is an example');
    const after = actionTester(files).filesAfter('tax.md', 'This path is an example');
    expect(JSON.parse(after[CONFIG] ?? '')).toEqual({ paths: { 'tax.md': 'example' } });
  });

  it('is not offered for other findings, nor where the file cannot be written', () => {
    const unreferenced = { 'SKILL.md': `${HEAD}# A\n`, 'references/a.md': '# A\n' };
    expect(actionTester(unreferenced).titles('# A', [KINDS.statePath])).toEqual([]);
    const broken = { 'SKILL.md': text, [CONFIG]: '{' };
    expect(actionTester(broken).titles('references/none.md', [KINDS.statePath])).toEqual([]);
    const support = { documentChanges: true, create: false };
    const cannotCreate = actionTester({ 'SKILL.md': text }, 'SKILL.md', support);
    expect(cannotCreate.titles('references/none.md', [KINDS.statePath])).toEqual([]);
    const exists = actionTester({ 'SKILL.md': text, [CONFIG]: '{}' }, 'SKILL.md', support);
    expect(exists.titles('references/none.md', [KINDS.statePath])).toEqual(TITLES);
    const wrong = actionTester({ 'SKILL.md': text, [CONFIG]: '{"paths": 1}' }, 'SKILL.md', support);
    expect(wrong.titles('references/none.md', [KINDS.statePath])).toEqual([]);
  });

  it('adds to the text that is open and not saved, with the command that saves it', () => {
    const path = '/work/notes/SKILL.md';
    const session = {
      ...sessionOf(workspaceOf({ 'SKILL.md': text, [CONFIG]: '{}' })),
      commands: new Set(['skillwright.patternWritten']),
    };
    session.buffers.open(`file://${CONFIG}`, 'jsonc', 7, '{"rules": {}}');
    const support = { documentChanges: true, create: true, resolve: true };
    const request = {
      range: { start: { line: 5, character: 8 }, end: { line: 5, character: 8 } },
      context: { diagnostics: [], only: [KINDS.statePath] },
    };
    const [action] = codeActions(session, path, request, support);
    expect(action?.command).toEqual({ title: 'Save the pattern', command: 'skillwright.patternWritten' });
    expect(action && resolveCodeAction(session, action, support).edit).toEqual({
      documentChanges: [
        {
          textDocument: { uri: `file://${CONFIG}`, version: 7 },
          edits: [
            {
              range: { start: { line: 0, character: 12 }, end: { line: 0, character: 12 } },
              newText: ', "paths": {"references/none.md": "made-at-run-time"}',
            },
          ],
        },
      ],
    });
  });
});
