import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ClientBehavior } from './behavior.ts';
import { CLIENTS } from './table.ts';
import { placeholdersIn } from './template.ts';

const BEHAVIORS = CLIENTS.flatMap((client) =>
  client.behaviors.map((behavior) => [behavior.id, behavior, client] as const),
);

const PART = ['path', 'lines', 'first', 'last', 'next', 'total', 'left'];

/** The placeholders that a template of this name can have. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  missingParameter: ['tool', 'parameter', 'args', 'column'],
  entry: ['name', 'description', 'path', 'scope', 'file', 'label'],
  bareEntry: ['name', 'label'],
  label: ['name'],
  root: ['alias', 'root'],
  result: [
    'name',
    'dir',
    'body',
    'file',
    'files',
    'path',
    'lines',
    'total',
    'entries',
    'count',
    'paths',
    'pattern',
    'matches',
    'es',
    'folders',
    's',
  ],
  message: ['name', 'dir', 'body', 'file', 'files', 'kilobytes'],
  unknown: ['name', 'names'],
  failedEmpty: ['code'],
  template: ['message', 'args'],
  directoryReset: ['cwd'],
  timedOut: ['output', 'ms', 'seconds', 'minutes'],
  refusesSkillFolder: ['path'],
  succeeded: ['command', 'workdir', 'output', 'code', 'seconds', 'tokens', 'id', 'pid'],
  failed: ['command', 'workdir', 'output', 'code', 'seconds', 'tokens', 'id', 'pid'],
  notice: ['characters', 'tokens', 'lines', 'first', 'last', 'kilobytes'],
  between: ['characters', 'tokens'],
  limit: PART,
  bytes: PART,
  range: PART,
  wide: PART,
  pastEnd: ['first', 'total'],
  missingDirectory: ['path'],
  excluded: ['name'],
  line: ['n', 'line'],
  match: ['path', 'n', 'line'],
  folder: ['name'],
  file: ['name', 'size', 'path', 'given'],
  more: ['count'],
  listsFolder: ['path', 'entries', 'count'],
  none: ['pattern', 'path', 'folders'],
  empty: ['path'],
  missing: ['path', 'given', 'cwd'],
  directory: ['path', 'given'],
  outside: ['path', 'given', 'folders'],
  relative: ['path', 'given'],
};

function templates(value: unknown, key = ''): readonly [string, string][] {
  if (typeof value === 'string') return [[key, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => templates(one, Array.isArray(value) ? key : name));
}

const toolNames = ({ activation, shell, fileTools }: ClientBehavior): readonly string[] => [
  ...(activation.kind === 'tool' ? [activation.tool] : []),
  shell.tool,
  ...fileTools.map(({ tool }) => tool),
];

it('gives each variant of a client its own id', () => {
  const ids = BEHAVIORS.map(([id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(
    expect.arrayContaining(['claude-code', 'codex', 'vscode', 'vscode-skill', 'gemini-cli', 'opencode']),
  );
});

describe.each(BEHAVIORS)('%s', (_id, behavior, client) => {
  it('has only placeholders that are replaced', () => {
    const unexpected = templates(behavior).flatMap(([key, text]) =>
      placeholdersIn(text)
        .filter((name) => !(KNOWN[key] ?? []).includes(name))
        .map((name) => `${key}: {${name}}`),
    );
    expect(unexpected).toEqual([]);
  });

  it('names each tool once, as its profile does', () => {
    const names = toolNames(behavior);
    expect(new Set(names).size).toBe(names.length);
    // The names that an author writes for VS Code are those of its tool sets.
    if (client.id !== 'vscode')
      expect(client.tools.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]));
  });

  it('tells the model how to reach a skill', () => {
    const { activation, catalogue, fileTools, shell } = behavior;
    if (activation.kind === 'read') {
      expect(catalogue.entry).toContain('{path}');
      expect(fileTools.some(({ kind }) => kind === 'read') || shell.tool !== '').toBe(true);
      return;
    }
    expect(activation.result + (activation.message ?? '')).toMatch(/\{body\}|\{file\}/);
    expect(
      (activation.files === undefined) === !(activation.result + (activation.message ?? '')).includes('{files}'),
    ).toBe(true);
  });
});

const shared = join(import.meta.dirname, '../../../shared/clients/profiles.json');

/** Compares the profiles with the facts collected in `../shared`; passes without them. */
describe.skipIf(!existsSync(shared))('compared with the collected facts', () => {
  interface Fact {
    readonly catalogue?: { readonly role?: string; readonly wrapper?: string };
    readonly activation?: { readonly tool?: string | null };
    readonly shell?: { readonly tool: string; readonly workdirParameter?: string; readonly timeoutMs?: number | null };
    readonly read?: { readonly tool: string; readonly missing?: string } | null;
    readonly glob?: { readonly tool: string; readonly none: string };
    readonly grep?: { readonly tool: string };
  }
  const facts = existsSync(shared)
    ? (JSON.parse(readFileSync(shared, 'utf8')) as { profiles: Record<string, Fact> }).profiles
    : {};
  const factOf = (id: string) => facts[id === 'vscode' ? 'vscode-read' : id];
  it.each(BEHAVIORS.filter(([id]) => factOf(id) !== undefined))('%s agrees', (id, behavior) => {
    const fact = factOf(id);
    const { catalogue, activation, shell, fileTools } = behavior;
    const toolOf = (kind: string) => fileTools.find((tool) => tool.kind === kind);
    const read = fileTools.find((tool) => tool.kind === 'read');
    expect(catalogue.role).toBe(fact?.catalogue?.role);
    expect(catalogue.element).toBe(fact?.catalogue?.wrapper);
    if (activation.kind === 'tool') expect(activation.tool).toBe(fact?.activation?.tool);
    expect(shell.tool).toBe(fact?.shell?.tool);
    expect(shell.workdir).toBe(fact?.shell?.workdirParameter);
    if (fact?.shell?.timeoutMs !== undefined) expect(shell.timeoutMs ?? null).toBe(fact.shell.timeoutMs);
    expect(read?.tool).toBe(fact?.read?.tool);
    // Later versions, observed in a run, have another message.
    if (id !== 'copilot-cli') expect(read?.messages.missing).toBe(fact?.read?.missing);
    expect(toolOf('glob')?.tool).toBe(fact?.glob?.tool);
    expect(toolOf('grep')?.tool).toBe(fact?.grep?.tool);
  });
});
