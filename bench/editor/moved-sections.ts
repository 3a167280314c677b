/**
 * Processor time of "Move the section to a file": the list of all actions on a heading, and the edit of the chosen
 * one.
 */
import type { CodeAction } from 'vscode-languageserver-protocol';
import { codeActions, resolveCodeAction } from '../../server/features/actions/code-actions.ts';
import type { Session } from '../../server/features/session.ts';
import { DEFAULT_SETTINGS } from '../../server/settings.ts';
import { Targets } from '../../server/targets/targets.ts';
import { Buffers } from '../../server/workspace/buffers.ts';
import { Lines } from '../../server/workspace/lines.ts';
import type { SkillEntry } from '../../server/workspace/skill-entry.ts';
import { uriOf } from '../../server/workspace/uris.ts';
import { Workspace } from '../../server/workspace/workspace.ts';
import { diskFiles } from '../../skill/disk.ts';
import { overlay } from '../../skill/index.ts';
import { createChance } from '../../test/equipment/server/random-edits/chance.ts';
import { median, percentile } from '../figures/statistics.ts';

const SUPPORT = { documentChanges: true, create: true, resolve: true, disabled: true };
const HEADINGS_OF_ONE = 3;
/** Maximum milliseconds of processor time for 95 of 100. */
const AIMS = { offer: 20, edit: 100 };

/**
 * Requests at three headings of `many` SKILL.md files of `folder`, drawn by `seed`; every tenth is that of the skill
 * folder `often`.
 */
export function movedSections(where: string, folder: string, often: string | undefined, many: number, seed: number) {
  const buffers = new Buffers();
  const workspace = new Workspace(overlay(diskFiles(), buffers.texts), (code, path, error) => {
    throw new Error(`${code} on ${path}`, { cause: error });
  });
  workspace.setSettings(DEFAULT_SETTINGS);
  workspace.setFolders([folder]);
  const targets = new Targets(workspace, (root) => buffers.someUnder(root));
  const session: Session = { workspace, targets, buffers, rulePages: undefined, reportedByEditor: new Set() };
  const chance = createChance(seed);
  const times = { offer: [] as number[], edit: [] as number[] };
  for (let count = 0; count < many; count++) {
    const entry = (count % 10 === 0 && often && workspace.skillAt(often)) || chance.pick(workspace.skills());
    const uri = uriOf(entry.manifest);
    buffers.open(uri, 'markdown', 1, entry.text(entry.manifest) ?? '');
    workspace.textChanged(entry.manifest, false);
    // The editor has shown what is wrong with the document before the user requests actions.
    workspace.diagnose(entry.manifest);
    // The first heading is the title of the document.
    const headings = headingsOf(entry).slice(1);
    for (let one = 0; one < HEADINGS_OF_ONE && headings.length > 0; one++) {
      const range = chance.pick(headings);
      const actions = measure(times.offer, () =>
        codeActions(session, entry.manifest, { range, context: { diagnostics: [] } }, SUPPORT),
      );
      const move = actions.find(({ title, disabled }) => title.startsWith('Move the section') && !disabled);
      if (move) measure(times.edit, (): CodeAction => resolveCodeAction(session, move, SUPPORT));
    }
    buffers.close(uri);
    workspace.textChanged(entry.manifest, false);
  }
  const [first = 0] = times.edit;
  console.log(`${where}: moving a section, on a processor, median, p95 and max`);
  for (const kind of ['offer', 'edit'] as const) {
    const all = times[kind];
    const p95 = percentile(all, 0.95);
    const warning = p95 <= AIMS[kind] ? '' : '  <- above its aim';
    console.log(
      `  ${kind.padEnd(6)} ${median(all).toFixed(1)} ${p95.toFixed(1)} ${Math.max(...all).toFixed(1)} ms (aim p95 ${AIMS[kind]}), ${all.length} requests${warning}`,
    );
  }
  console.log(`  the first edit, for which the words of all documents are read: ${first.toFixed(0)} ms`);
}

function headingsOf(entry: SkillEntry) {
  const document = entry.document(entry.manifest);
  if ('unreadable' in document) return [];
  const lines = new Lines(document.text);
  return document.headings.map(({ range }) => ({
    start: lines.position(range.start),
    end: lines.position(range.start),
  }));
}

function measure<T>(times: number[], act: () => T): T {
  const begin = process.cpuUsage();
  const done = act();
  const { user, system } = process.cpuUsage(begin);
  times.push((user + system) / 1000);
  return done;
}
