/**
 * Speed of the language server, in one run on one machine: start to `initialize` compared with an empty server;
 * keystroke to diagnostics in the longest SKILL.md of the corpus, among few and many skills, and in one of 2,800 lines
 * compared with its first 300, and in 290 kB of dense prose; completion, hover and every other feature at a path, in the corpus and among many
 * skills; moving a section into a file; first diagnostics, compared with another build if given; the report on a
 * workspace, and the memory of the server.
 *
 *   npm run bench:editor [-- --runs N --keys N --skills N --places N --bundle FILE --compare FILE --only PART]
 *
 * `--only`: `start`, `keys`, `long`, `dense`, `features`, `sections`, `first` or `report`.
 */
import './own-folders.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { serverBundle } from '../test/integration/language-server-client.ts';
import { layOutCorpus } from './corpus/quality-corpus.ts';
import { denseKeystrokes } from './editor/dense-keystrokes.ts';
import { describeTimes, timeFeatures } from './editor/features.ts';
import { firstDiagnostics } from './editor/first-diagnostics.ts';
import { keystrokes } from './editor/keystrokes.ts';
import { longKeystrokes } from './editor/long-keystrokes.ts';
import { movedSections } from './editor/moved-sections.ts';
import { start } from './editor/start.ts';
import { workspaceReport } from './editor/workspace-report.ts';
import { createWorkspace, longestSkill } from './editor/workspaces.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '25' },
    keys: { type: 'string', default: '300' },
    skills: { type: 'string', default: '10000' },
    places: { type: 'string', default: '60' },
    bundle: { type: 'string', default: serverBundle },
    compare: { type: 'string' },
    only: { type: 'string' },
  },
});
const { bundle, only } = values;
const wants = (part: string): boolean => only === undefined || only === part;
/** Returns the load averages, which show how reliable the figures are. */
const load = (): string =>
  `load ${loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')} on ${cpus().length} processors`;
const scratch = mkdtempSync(join(tmpdir(), 'skillwright-editor-'));
console.log(load());
try {
  if (wants('start')) await start(bundle, scratch, Number(values.runs));
  const corpus = layOutCorpus();
  const longest = corpus && longestSkill(corpus.folder);
  if (corpus === undefined || longest === undefined)
    console.log('The rest needs the corpus of real skills (../shared/corpus), which was not found.');
  else {
    if (wants('long')) await longKeystrokes(bundle, scratch, corpus.folder, Number(values.keys));
    if (wants('dense')) await denseKeystrokes(bundle, scratch, corpus.folder, longest, Number(values.keys));
    if (wants('first')) {
      const pairs = Math.max(3, Math.ceil(Number(values.runs) / 5));
      await firstDiagnostics(bundle, values.compare, corpus.folder, join(longest, 'SKILL.md'), pairs);
    }
    const few = createWorkspace(join(scratch, 'few'), longest, 1);
    const many = createWorkspace(join(scratch, 'many'), longest, Number(values.skills));
    if (wants('features'))
      for (const [where, folder] of [
        ['the corpus', corpus.folder],
        [`${many.skills} skills`, many.folder],
      ] as const)
        await features(where, folder);
    if (wants('sections')) {
      const requests = 2 * Number(values.places);
      movedSections('the corpus', corpus.folder, undefined, requests, 1);
      movedSections(`${many.skills} skills`, many.folder, join(many.manifest, '..'), requests, 1);
    }
    if (wants('keys'))
      for (const workspace of [few, many]) await keystrokes(bundle, scratch, workspace, Number(values.keys));
    if (wants('report')) await workspaceReport(bundle, scratch, many);
  }
  console.log(load());
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Runs three times, at different places. */
async function features(where: string, folder: string): Promise<void> {
  const runs = [];
  for (const seed of [1, 2, 3]) runs.push(await timeFeatures(bundle, folder, Number(values.places), seed));
  console.log(describeTimes(where, runs));
}
