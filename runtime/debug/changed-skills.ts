/** The difference between the texts of skills that a conversation contains and those of today. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readRunJournal } from '../journal/run-journal.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { RunSpec } from '../run/run-spec.ts';
import { rereadSkills } from './fork/todays-skills.ts';

/** Maximum number of calls or skills that a note names. */
const MAX_NAMED = 5;

/**
 * Returns the prepared run with a note about the skills that changed since its conversation received them: the model still has
 * the earlier texts. A run that does not continue a conversation is returned unchanged.
 */
export async function withChangedSkills(spec: RunSpec): Promise<RunSpec> {
  const { runs, continues: run, notes = [] } = spec;
  const note = run === undefined ? undefined : await changedSkillsNote(spec, runs, run);
  return note === undefined ? spec : { ...spec, notes: [...notes, note] };
}

async function changedSkillsNote(spec: RunSpec, runs: string, run: string): Promise<string | undefined> {
  // A journal that cannot be continued is reported when it is opened.
  const { events } = readRunJournal(runs, run);
  const all = [...events];
  const started = all.findLast((event) => event.type === 'run_started');
  if (started === undefined) return undefined;
  const changed =
    spec.client === undefined
      ? (await rereadSkills({ events: latestReads(all), started }, spec, join(runs, run))).changed.map(withoutTool)
      : changedFiles(spec, all.at(-1)?.time ?? started.time);
  const names = [...new Set(changed)];
  if (names.length === 0) return undefined;
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  const shown = `${names.slice(0, MAX_NAMED).join(', ')}${more}`;
  return spec.client === undefined
    ? `The skills have changed since this conversation read them, and the model still has the earlier text of ${shown}.`
    : `The skills have changed since the last prompt, and the model may still have the earlier text of ${shown}.`;
}

/** Returns the text that a call reads: a skill, a file of one, or the list of skills, which has no arguments. */
function withoutTool(call: string): string {
  const at = call.indexOf(' ');
  return at < 0 ? 'the list of skills' : call.slice(at + 1);
}

/** Returns the events without the results of calls that were made again later with the same arguments. */
function latestReads(events: readonly RunEvent[]): readonly RunEvent[] {
  const keys = new Map<string, string>();
  const latest = new Map<string, string>();
  for (const event of events) {
    if (event.type === 'tool_call') keys.set(event.id, JSON.stringify([event.agent, event.tool, event.args]));
    if (event.type === 'tool_result') latest.set(keys.get(event.id) ?? event.id, event.id);
  }
  const ids = new Set(latest.values());
  return events.filter((event) => event.type !== 'tool_result' || ids.has(event.id));
}

/** Returns the skills whose SKILL.md was written after a time (ISO 8601): a client's tools do not tell which texts they read. */
function changedFiles({ skills }: RunSpec, since: string): readonly string[] {
  const time = Date.parse(since);
  return skills.flatMap(({ name, root }) => {
    try {
      return statSync(join(root, 'SKILL.md')).mtimeMs > time ? [name] : [];
    } catch {
      return [];
    }
  });
}
