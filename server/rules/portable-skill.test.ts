/** Tests the statements of `docs/clients.md` on what works in all clients, each on a skill with it and on one without. */
import { describe, expect, it } from 'vitest';
import { BASE_SENTENCE, CLIENTS, foldersIn } from '../../skill/index.ts';
import { settings, workspaceOf } from '../../test/equipment/server/server.ts';

const IDS = CLIENTS.map(({ id }) => id);
/** Clients that accept what others do not. */
const LENIENT = ['claude-code', 'gemini-cli', 'opencode'];
const SKILL = `---
name: notes
description: Sorts notes. Use it for notes.
---

# Notes

${BASE_SENTENCE}

Read \`references/guide.md\`, then run \`python scripts/sort.py\`.
`;

/** Returns the clients for which a skill has a finding. */
const clientsWithFindings = (text: string): readonly string[] =>
  IDS.filter((id) => {
    const files = { 'SKILL.md': text, 'references/guide.md': '# Guide\n', 'scripts/sort.py': 'print(1)\n' };
    const found = workspaceOf(files, settings({ clients: [id] })).diagnose('/work/notes/SKILL.md')?.findings;
    // ADK and others have no opinion on files; other information is about portability.
    return (found ?? []).some(
      ({ code, severity }) => severity === 'error' || severity === 'warning' || code === 'frontmatter.unknown',
    );
  });

it('has no problem in any client', () => expect(clientsWithFindings(SKILL)).toEqual([]));

it.each<[string, string, readonly string[]]>([
  ['states the base', SKILL.replace(BASE_SENTENCE, ''), ['claude-code', 'vscode', 'copilot-cli', 'gemini-cli']],
  ['has the name of its folder', SKILL.replace('name: notes', 'name: other'), ['vscode', 'cursor', 'adk']],
  [
    'has a short name',
    SKILL.replace('name: notes', `name: ${'n'.repeat(65)}`),
    ['vscode', 'codex', 'copilot-cli', 'cursor', 'pi', 'adk'],
  ],
  [
    'has a short description',
    SKILL.replace('Sorts notes.', 'Sorts notes. '.repeat(90)),
    IDS.filter((id) => id !== 'claude-code'),
  ],
  [
    'has no field of one client',
    SKILL.replace('name: notes', 'name: notes\nhooks: {}'),
    IDS.filter((id) => id !== 'claude-code' && id !== 'qwen-code'),
  ],
])('%s; without it, it has problems in some', (_, text, clients) => {
  expect(text).not.toBe(SKILL);
  const found = clientsWithFindings(text);
  expect(found).toEqual(expect.arrayContaining([...clients]));
  // A client that is added later may have the problem, too.
  expect(LENIENT.filter((id) => !clients.includes(id) && found.includes(id))).toEqual([]);
});

const behaviors = CLIENTS.flatMap((client) => client.behaviors);

describe('the facts behind it', () => {
  it('names its files: some clients list none', () => {
    const listing = behaviors.filter(({ activation }) => activation.kind === 'tool' && activation.files !== undefined);
    const others = behaviors.filter((one) => !listing.includes(one)).map(({ id }) => id);
    expect(others).toEqual(expect.arrayContaining(['claude-code', 'vscode', 'codex', 'pi']));
  });

  it('has no variable of one client', () => {
    const replacing = behaviors.filter(
      ({ activation }) => activation.kind === 'tool' && activation.substitutions?.includes('skill-folder'),
    );
    expect(replacing.map(({ id }) => id)).toEqual(['claude-code']);
  });

  it('is installed in two folders, which all clients search together', () => {
    const readers = (folder: string) => foldersIn('workspace').find(({ path }) => path === folder)?.clients ?? [];
    const [agents, claude] = [readers('.agents/skills'), readers('.claude/skills')];
    const searching = CLIENTS.filter(({ discovery }) => discovery.kind === 'folders').map(({ id }) => id);
    const known = ['claude-code', 'vscode', 'codex', 'copilot-cli', 'gemini-cli', 'cursor', 'opencode', 'pi'];
    expect([...agents, ...claude]).toEqual(expect.arrayContaining(known));
    expect([agents.length < searching.length, claude.length < searching.length]).toEqual([true, true]);
  });
});
