/** Checks on real skills that no result of a rule is lost when results are grouped into findings. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import type * as Group from '../../server/rules/findings/group.ts';
import { type Finding, placesOf } from '../../server/rules/rule/rule.ts';
import { DEFAULT_SETTINGS } from '../../server/settings.ts';
import { diskFiles } from '../../skill/disk.ts';
import { sample } from '../equipment/skill/long.ts';

const corpus = join(import.meta.dirname, '../../../shared/corpus');
const present = existsSync(join(corpus, 'lay-out.mjs'));
/** The smaller one in `npm test`. */
const repositories = sample(['K-Dense-AI+claude-scientific-skills', 'wshobson+agents'], 2, 1);
const folder = mkdtempSync(join(tmpdir(), 'sw-group-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const raw = vi.hoisted((): { found: readonly Group.Found[]; grouped: readonly Finding[] }[] => []);
vi.mock(import('../../server/rules/findings/group.ts'), async (original) => {
  const { groupFindings: grouped } = await original();
  return {
    groupFindings: (...given) => {
      const result = grouped(...given);
      raw.push({ found: given[0], grouped: result });
      return result;
    },
  };
});

// Files share their modules, so the server may have been loaded with the actual one before, and must be again after this.
vi.resetModules();
afterAll(() => {
  vi.doUnmock(import('../../server/rules/findings/group.ts'));
  vi.resetModules();
});

it.runIf(present)('reports every position and target once, as a target, a related position or covered', async () => {
  execFileSync(process.execPath, [join(corpus, 'lay-out.mjs'), folder, ...repositories]);
  const { Workspace } = await import('../../server/workspace/workspace.ts');
  const workspace = new Workspace(diskFiles(), (code, path, error) => {
    throw new Error(`${code} on ${path}`, { cause: error });
  });
  workspace.setSettings(DEFAULT_SETTINGS);
  workspace.setFolders(repositories.map((name) => join(folder, name)));
  for (const path of workspace.skills().flatMap((entry) => entry.documents())) workspace.diagnose(path);
  const fewer = raw.filter(({ found, grouped }) => grouped.length < found.length);
  expect(fewer.length).toBeGreaterThan(5);
  for (const { found, grouped } of raw) {
    const reported = new Set(
      grouped.flatMap((one) => {
        const related = (one.related ?? []).flatMap(({ target }) => target ?? []);
        return [one.target, ...related, ...(one.covers ?? [])].map((target) => `${one.code} ${target}`);
      }),
    );
    const places = grouped.flatMap((one) =>
      placesOf(one).map(({ range }) => `${one.code} ${range.start} ${range.end}`),
    );
    expect(found.map(({ code, target }) => `${code} ${target}`).filter((one) => !reported.has(one))).toEqual([]);
    // Files and folders that no text names have one position.
    const all = new Set(found.map(({ code, range }) => `${code} ${range.start} ${range.end}`));
    expect([...new Set(places)].sort()).toEqual([...all].sort());
    const keys = grouped.flatMap(({ code, target }) => (target === undefined ? [] : [`${code} ${target}`]));
    expect(new Set(keys).size).toBe(keys.length);
  }
});

it.skipIf(present)('has no corpus to compare findings on: ../shared/corpus is missing', () => {});
