/** Checks on real skills that every path without a file is accounted for exactly once: reported, or listed with a reason. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { accountsOf, unreportedIn } from '../../server/check/report.ts';
import { runCheck } from '../../server/check/run.ts';
import { placesOf } from '../../server/rules/rule/rule.ts';
import { DEFAULT_SETTINGS } from '../../server/settings.ts';
import { Workspace } from '../../server/workspace/workspace.ts';
import { diskFiles } from '../../skill/disk.ts';
import { basesOf, hookPaths, join as joinPaths, PATH_KINDS, readDocument } from '../../skill/index.ts';
import { sample } from '../equipment/skill/long.ts';

const corpus = join(import.meta.dirname, '../../../shared/corpus');
const present = existsSync(join(corpus, 'lay-out.mjs'));
/** The smaller one in `npm test`. */
const repositories = sample(['K-Dense-AI+claude-scientific-skills', 'wshobson+agents'], 2, 1);
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sw-account-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The rules about paths without a file. */
const RULES = /^reference\.(?:missing|case|other-skill|escapes|bare|guessable)$/;

it.runIf(present)('reports or lists every path without a file once, and no other', { timeout: 300_000 }, async () => {
  execFileSync(process.execPath, [join(corpus, 'lay-out.mjs'), folder, ...repositories]);
  const fs = diskFiles();
  const onRuleError = (code: string, path: string, error: unknown): never => {
    throw new Error(`${code} on ${path}`, { cause: error });
  };
  const result = await runCheck({
    paths: repositories,
    cwd: folder,
    fs,
    settings: { ...DEFAULT_SETTINGS, explain: true },
    onRuleError,
  });
  if (result.kind !== 'report') throw new Error(result.message);
  const reported = new Map<string, string[]>();
  const add = (path: string, start: number, what: string): void => {
    const key = `${path} ${start}`;
    reported.set(key, [...(reported.get(key) ?? []), what]);
  };
  for (const file of result.report.files) {
    for (const finding of file.findings)
      if (RULES.test(finding.code))
        for (const { range } of placesOf(finding)) add(file.path, range.start, finding.code);
    for (const { range, because } of unreportedIn(file)) add(file.path, range.start, because);
  }
  const workspace = new Workspace(fs, onRuleError);
  workspace.setFolders(repositories.map((name) => join(folder, name)));
  let tokens = 0;
  const lost: string[] = [];
  for (const entry of workspace.skills()) {
    const context = workspace.contextOf(entry);
    for (const path of context === undefined ? [] : entry.documents()) {
      const read = fs.read(path);
      if (read.kind !== 'text' || context === undefined) continue;
      // Read again: nothing that the account is computed from is asked.
      const document = readDocument(path, read.text);
      const all = [...document.references, ...(path === entry.manifest ? hookPaths(document) : [])];
      for (const reference of all) {
        const isThere = basesOf(reference, document, context).some(
          (base) => fs.kind(joinPaths(base, reference.path)) !== undefined,
        );
        const times = reported.get(`${path} ${reference.range.start}`) ?? [];
        if (!isThere) tokens++;
        // A path that leads to a file through another base is neither.
        if (times.length > 1 || (!isThere && times.length === 0))
          lost.push(`${path} ${reference.path} ${times.join()}`);
      }
    }
    entry.unload();
  }
  expect(tokens).toBeGreaterThan(1000);
  expect(lost).toEqual([]);
  const counts = accountsOf(result.report).map((one) => one.counts);
  expect(counts.length).toBeGreaterThan(20);
  expect(counts.every((one) => Object.keys(one).every((kind) => PATH_KINDS.some((known) => known === kind)))).toBe(
    true,
  );
});

it.skipIf(present)('has no corpus to account for: ../shared/corpus is missing', () => {});
