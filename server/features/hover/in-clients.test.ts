import { expect, it } from 'vitest';
import { BASE_SENTENCE } from '../../../skill/index.ts';
import { KNOWN_CLIENTS, sessionOf, settings, workspaceOf } from '../../../test/equipment/server/server.ts';
import { Lines } from '../../workspace/lines.ts';
import { hover } from './hover.ts';

const HEAD = '---\nname: notes\ndescription: Sorts notes. Use it for notes.\n---\n\n';
const RUN = 'Run `python scripts/sort.py`.';

/** Returns the lines about clients in the hover at a path of SKILL.md. */
function linesAt(body: string, path: string, using: object = {}, root = '/work/notes'): readonly string[] {
  const text = HEAD + body;
  const files = {
    [`${root}/SKILL.md`]: text,
    [`${root}/scripts/sort.py`]: 'print(1)',
    [`${root}/references/guide.md`]: 'Text.',
  };
  const session = sessionOf(workspaceOf(files, settings(using)));
  const position = new Lines(text).position(text.lastIndexOf(path));
  const found = hover(session, `${root}/SKILL.md`, position, { markdown: false, widths: false });
  const { contents } = found ?? {};
  const value = typeof contents === 'object' && 'value' in contents ? contents.value : '';
  return value.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []));
}

it('groups the clients by what a command does in them', () => {
  expect(linesAt(RUN, 'scripts', { clients: KNOWN_CLIENTS })).toEqual([
    'Claude Code, VS Code, GitHub Copilot CLI, Gemini CLI: fails as written, in the workspace',
    'Codex, opencode, pi: runs in the workspace; the client says that paths are relative to the skill',
    'ADK: runs in the skill’s folder',
  ]);
});

it('is about the chosen clients, or those that search the folder', () => {
  expect(linesAt(RUN, 'scripts', { clients: ['adk'] })).toEqual(['ADK: runs in the skill’s folder']);
  expect(linesAt(RUN, 'scripts', {}, '/work/.gemini/skills/notes')).toEqual([
    'Gemini CLI: fails as written, in the workspace',
  ]);
  expect(linesAt('See `references/guide.md`.', 'references', { clients: ['claude-code', 'gemini-cli'] })).toEqual([
    'Claude Code: the client gives the skill’s folder, but no rule',
    'Gemini CLI: listed when the skill is loaded',
  ]);
  // Nothing is known about its tools.
  expect(linesAt(RUN, 'scripts', { clients: ['cursor'] })).toEqual([]);
});

it('takes the statements of the text into account', () => {
  const using = { clients: ['claude-code'] };
  expect(linesAt(`${BASE_SENTENCE} ${RUN}`, 'scripts', using)).toEqual([
    'Claude Code: runs in the workspace; the text states where the skill is',
  ]);
  expect(linesAt(`${BASE_SENTENCE} See \`references/guide.md\`.`, 'references', using)).toEqual([
    'Claude Code: the text states where the skill is',
  ]);
});

it('adds nothing to a path with the skill’s folder, or with another base', () => {
  expect(linesAt('Run `python {baseDir}/scripts/sort.py`.', 'scripts')).toEqual([]);
});
