/** Checks on real skills that every offered quick fix resolves its finding and adds no other. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../server/settings.ts';
import { Workspace } from '../../server/workspace/workspace.ts';
import { diskFiles } from '../../skill/disk.ts';
import { overlay } from '../../skill/index.ts';

const corpus = join(import.meta.dirname, '../../../shared/corpus');
const present = existsSync(join(corpus, 'lay-out.mjs'));
const repositories = ['wshobson+agents', 'dotnet+skills', 'langfuse+langfuse', 'expo+skills'];
const folder = mkdtempSync(join(tmpdir(), 'sw-fixes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.runIf(present)('every offered fix resolves its finding and adds no other', () => {
  execFileSync(process.execPath, [join(corpus, 'lay-out.mjs'), folder, ...repositories]);
  const buffers = new Map<string, string>();
  const disk = diskFiles();
  const workspace = new Workspace(overlay(disk, buffers), (code, path, error) => {
    throw new Error(`${code} on ${path}`, { cause: error });
  });
  workspace.setSettings(DEFAULT_SETTINGS);
  workspace.setFolders(repositories.map((name) => join(folder, name)));

  const weight = { error: 1_000, warning: 100, information: 10, hint: 1 };
  const wrong: string[] = [];
  let tried = 0;
  for (const path of workspace.skills().flatMap((entry) => entry.documents())) {
    const before = workspace.diagnose(path)?.findings ?? [];
    const read = disk.read(path);
    if (before.length === 0 || read.kind !== 'text') continue;
    const sum = (findings: typeof before) =>
      findings.reduce((total, { severity, parts }) => total + weight[severity] * (parts?.length ?? 1), 0);
    for (const { code, target, fixes = [] } of before) {
      for (const fix of fixes) {
        if (fix.kind !== 'edit') continue;
        tried++;
        let text = read.text;
        for (const { range, text: inserted } of [...fix.edits].sort((a, b) => b.range.start - a.range.start)) {
          text = text.slice(0, range.start) + inserted + text.slice(range.end);
        }
        buffers.set(path, text);
        workspace.textChanged(path, false);
        const after = workspace.diagnose(path)?.findings ?? [];
        if (sum(after) >= sum(before)) wrong.push(`${path.slice(folder.length)}: ${code} ${target}: ${fix.title}`);
        buffers.delete(path);
        workspace.textChanged(path, false);
      }
    }
  }
  expect(tried).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

it.skipIf(present)('has no corpus to try fixes on: ../shared/corpus is missing', () => {});
