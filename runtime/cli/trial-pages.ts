import { existsSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { makeOutputFolder } from '../confined/output-folder.ts';
import { findLink } from '../disk/linked-folder.ts';
import { messageOf } from '../errors.ts';
import type { EvalResults } from '../evals/results/results.ts';
import { readSource } from '../export/source.ts';
import { writeExport } from '../export/write.ts';
import { secretsOfEnvironment } from '../journal/secret-sources.ts';
import { JOURNAL_FILE } from '../journal/writer.ts';

/** Maximum number of pages; each has 0.3 MB or more. */
const MAX_PAGES = 20;

/** The pages of trials, as relative links by their runs, and what prevented others. */
export interface TrialPages {
  readonly links: ReadonlyMap<string, string>;
  readonly problem?: string;
}

/**
 * Writes the timelines of failed trials with the skill, up to 20, as pages in a folder next to the page of an eval:
 * `eval-trials/` for `eval.html`. They are redacted as `export` does. Trials whose journals are elsewhere are left out.
 * @param page the page of the eval
 * @param runs folder of the runs
 */
export async function writeTrialPages(
  { trials }: Pick<EvalResults, 'trials'>,
  page: string,
  runs: string,
): Promise<TrialPages> {
  const links = new Map<string, string>();
  const name = `${basename(page).replace(/\.html?$/i, '')}-trials`;
  const folder = join(dirname(resolve(page)), name);
  const secrets = secretsOfEnvironment(process.env);
  for (const { run, side, verdict } of trials) {
    if (links.size >= MAX_PAGES) break;
    const input = join(runs, run, JOURNAL_FILE);
    if (
      side !== 'with' ||
      verdict !== 'failed' ||
      links.has(run) ||
      !existsSync(input) ||
      findLink(runs, run, JOURNAL_FILE)
    )
      continue;
    const file = `${run}.html`;
    const fail = (problem: string): TrialPages => ({ links, problem: `--html-timelines: ${problem}` });
    try {
      makeOutputFolder(dirname(folder), name);
      // An export to a link replaces its target.
      if (findLink(folder, file) !== undefined) rmSync(join(folder, file));
    } catch (error) {
      return fail(messageOf(error));
    }
    const read = await readSource(input, { secrets, isTimeline: true });
    if (read.kind === 'failed') return fail(read.message);
    const problem = await writeExport(read.source, 'html', { out: join(folder, file), input });
    if (problem !== undefined) return fail(problem);
    links.set(run, `${encodeURIComponent(name)}/${encodeURIComponent(file)}`);
  }
  return { links };
}
