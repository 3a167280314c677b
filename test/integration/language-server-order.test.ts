/**
 * Sends changes and requests in random order and compares the editor's final state with a fresh check, to verify that
 * no change is lost.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver-protocol';
import { diagnosticsOf } from '../../server/features/diagnostics.ts';
import { Workspace } from '../../server/workspace/workspace.ts';
import { diskFiles } from '../../skill/disk.ts';
import { overlay } from '../../skill/index.ts';
import { createChance } from '../equipment/server/random-edits/chance.ts';
import { sessionOf } from '../equipment/server/server.ts';
import { DisorderlyEditor } from './disorderly-editor.ts';
import { uriOf } from './language-server-client.ts';

const STEPS = 60;
const ROUNDS = 4;

let folder: string;
let running: DisorderlyEditor | undefined;

afterEach(() => {
  running?.editor.child.kill('SIGKILL');
  running = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** `SEEDS=5,6,7` selects other seeds. */
const seeds = process.env.SEEDS?.split(',').map(Number) ?? [1, 2, 3, 6];

it.each(seeds)(
  'ends with the diagnostics of a fresh check for any order of events (%i)',
  async (seed) => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'sw-order-')));
    const editor = await DisorderlyEditor.start(folder, createChance(seed));
    running = editor;
    for (let round = 0; round < ROUNDS; round++) {
      for (let step = 0; step < STEPS; step++) await editor.step();
      await editor.settle();
      const end = (): string => editor.steps.slice(-STEPS * 2).join('\n');
      await vi.waitFor(async () => expect((await findDifferences(editor)).join('\n'), end()).toBe(''), {
        timeout: 20_000,
        interval: 200,
      });
    }
    expect(await editor.editor.quit()).toBe(0);
  },
  120_000,
);

/** Returns the differences between the server's last results and a fresh check, one per line. */
async function findDifferences({ editor, reported, renamed }: DisorderlyEditor): Promise<readonly string[]> {
  const buffers = new Map([...editor.texts].map(([path, { text }]) => [path, text]));
  const workspace = new Workspace(overlay(diskFiles(), buffers), (code, document, error) => {
    throw new Error(`${code} in ${document}`, { cause: error });
  });
  workspace.setFolders([folder]);
  for (const path of buffers.keys()) workspace.opened(path);
  for (const one of renamed) workspace.renamed([one]);
  const session = sessionOf(workspace);
  const found: string[] = [];
  const compare = (source: string, path: string, items: readonly Diagnostic[]): void => {
    const [now, fresh] = [items.map(formatDiagnostic), diagnosticsOf(session, path).items.map(formatDiagnostic)];
    if (now.join('\n') === fresh.join('\n')) return;
    found.push(`${source} ${path}:\n  has   ${now.join('\n        ')}\n  fresh ${fresh.join('\n        ')}`);
  };
  for (const path of buffers.keys()) {
    const report = await editor.pull(path);
    compare('pulled', path, report.kind === 'full' ? report.items : []);
  }
  const documents = workspace.skills().flatMap((entry) => entry.documents());
  for (const path of documents) compare('reported', path, reported.get(uriOf(path)) ?? []);
  const known = new Set(documents.map(uriOf));
  for (const [uri, items] of reported)
    if (!known.has(uri) && items.length > 0) found.push(`reported ${uri}, which is not a document of a skill`);
  return found;
}

const formatDiagnostic = ({ range, code, severity, message }: Diagnostic): string =>
  `${range.start.line}:${range.start.character}-${range.end.line}:${range.end.character} ${code} ${severity} ${message}`;
