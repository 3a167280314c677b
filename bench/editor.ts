/**
 * How fast the language server is, in one run on one machine: from its start to the answer to `initialize` beside an
 * empty server; from a keystroke to its diagnostics in the longest SKILL.md of the corpus, among few and many skills;
 * the report on a whole workspace, and what the server then holds.
 *
 *   npm run bench:editor [-- --runs N --keys N --skills N --bundle FILE]
 */
import './own-folders.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { serverBundle } from '../test/integration/language-server-client.ts';
import { layOutCorpus } from './corpus/quality-corpus.ts';
import { keystrokes } from './editor/keystrokes.ts';
import { start } from './editor/start.ts';
import { workspaceReport } from './editor/workspace-report.ts';
import { layOutWorkspace, longestSkill } from './editor/workspaces.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '25' },
    keys: { type: 'string', default: '300' },
    skills: { type: 'string', default: '10000' },
    bundle: { type: 'string', default: serverBundle },
  },
});
const { bundle } = values;
const scratch = mkdtempSync(join(tmpdir(), 'skillwright-editor-'));
try {
  await start(bundle, scratch, Number(values.runs));
  const corpus = layOutCorpus();
  const longest = corpus && longestSkill(corpus.folder);
  if (longest === undefined)
    console.log('The rest needs the collection of real skills (../shared/corpus), which is not here.');
  else {
    const few = layOutWorkspace(join(scratch, 'few'), longest, 1);
    const many = layOutWorkspace(join(scratch, 'many'), longest, Number(values.skills));
    for (const workspace of [few, many]) await keystrokes(bundle, scratch, workspace, Number(values.keys));
    await workspaceReport(bundle, scratch, many);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
