import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSkillsIn } from '../../runtime/stress/report.ts';
import { check, type Foretold, foretell, nameNegatives } from './foretold.ts';
import { filesNeverMissed } from './named-files.ts';
import type { Row } from './row.ts';
import { rowsLedByText, skillOfRow } from './row-skill.ts';

/** Minimum number of files of a client that its sessions name and never missed. */
const MIN_NEGATIVES = 100;
/** One skill in so many of the corpus is tried. */
const EVERY = 8;

/** The folders of collected data; those that do not exist are left out. */
export interface CollectedData {
  readonly sessions: string;
  readonly corpus: string;
}

/** Returns the lines of the figure "foretold": the share of misses by a text that the author would have learned from a report. */
export async function* foretoldLines(
  rows: readonly Row[],
  { sessions, corpus }: CollectedData,
): AsyncGenerator<string> {
  const led = rowsLedByText(rows);
  const found = await foretell(led.map(skillOfRow));
  const share = (of: (one: Foretold) => boolean): string => {
    const count = found.filter(of).length;
    return `${count} of ${found.length} (${Math.round((100 * count) / found.length)} %)`;
  };
  yield `foretold: N = ${found.length} independent misses that a text of a skill led to`;
  yield `  check  ${share(({ byCheck }) => byCheck !== undefined)}`;
  yield `  stress ${share(({ byStress }) => byStress !== undefined)}`;
  yield `  either ${share(({ byCheck, byStress }) => byCheck !== undefined || byStress !== undefined)}`;
  yield `  weak models in a client, which miss every path that they resolve in the workspace: ${share(({ byWeak }) => byWeak)}`;
  for (const { skill, byCheck, byStress } of found) {
    const { row, client, text } = skill;
    const why =
      text === undefined ? ', its text is not known' : client === undefined ? ', no profile of its client' : '';
    yield `  ${row.id} ${row.letter.padEnd(2)} check: ${byCheck ?? '–'}, stress: ${byStress ?? '–'}${why}: ${row.words}`;
  }
  yield 'negatives: files that a loaded text names and that no session of the client missed';
  for (const [client, files] of await filesNeverMissed(sessions))
    yield `  ${client}: ${files.size < MIN_NEGATIVES ? `not measured (${files.size} of at least ${MIN_NEGATIVES} such files)` : files.size}`;
  yield* corpusLines(corpus);
}

/** Returns the lines of the stand-in for negatives: files of real skills that exist and that their SKILL.md names. */
async function* corpusLines(corpus: string): AsyncGenerator<string> {
  if (!existsSync(corpus)) return;
  const work = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-negatives-'));
  try {
    spawnSync(process.execPath, [join(corpus, 'lay-out.mjs'), work], { stdio: 'ignore' });
    const all = findSkillsIn([work]);
    if (all.kind === 'failed') return;
    const skills = all.skills.filter((_, index) => index % EVERY === 0);
    const diagnostics = check(work);
    yield `  stand-in: files of ${skills.length} real skills that exist and that SKILL.md names, about which no session says anything`;
    for (const client of ['claude-code', 'codex']) {
      const { files, byCheck, byStress, byWeak } = await nameNegatives(skills, client, diagnostics);
      const share = (count: number): string => `${count} (${Math.round((100 * count) / Math.max(1, files))} %)`;
      yield `    ${client}: ${files} files, named by check ${share(byCheck)}, by stress ${share(byStress)}, by weak models ${share(byWeak)}`;
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
