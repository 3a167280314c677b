import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DEFAULT_AGENT } from '../agents/agent.ts';
import { messageOf } from '../errors.ts';
import { readBlobText } from '../journal/blobs.ts';
import { readJournal } from '../journal/reader.ts';
import { JOURNAL_FILE } from '../journal/writer.ts';
import type { Host, Reply } from '../loop/host.ts';
import type { PauseEvent, RunEvent, RunStarted } from '../protocol/events.ts';
import { inlineText } from '../protocol/inline-text.ts';
import { withPayloads } from '../run/restore.ts';
import { startRun } from '../run/start.ts';
import { readSkills } from '../toolset/read-skills.ts';
import { type Comparison, compare } from './compare.ts';
import { type RunRecord, recordOf } from './record.ts';
import { recordedModel } from './recorded-model.ts';
import { recordedTools } from './recorded-tools.ts';

export interface ReplayedPrompt extends Comparison {
  /** Compared up to its last answer alone: it was stopped, or a process was killed. */
  readonly cut: boolean;
  /** What ran inside calls was taken from the record. */
  readonly inner: boolean;
}

export interface Replayed {
  readonly kind: 'replayed';
  /** One for each prompt of the run. */
  readonly prompts: readonly ReplayedPrompt[];
}

/**
 * Plays a run again without its model: the model's answers, and what scripts, other tools and people did, are those of the
 * journal; skills, guards, limits and state are worked out anew. Nothing of it is kept, nothing is asked, nothing is run.
 */
export async function replayRun(runs: string, run: string): Promise<Replayed | { kind: 'failed'; message: string }> {
  const folder = join(runs, run);
  const { events, unread } = readJournal(join(folder, JOURNAL_FILE));
  if (unread?.kind === 'failed') return unread;
  const starts = events.filter((event) => event.type === 'run_started');
  if (starts.length === 0)
    return { kind: 'failed', message: `There is no run ${run} in ${runs}, or it holds no prompt.` };
  const prompts: ReplayedPrompt[] = [];
  for (const [index, started] of starts.entries()) {
    const until = starts[index + 1]?.seq ?? Number.POSITIVE_INFINITY;
    const part = events.filter((event) => event.seq >= started.seq && event.seq < until);
    const record = recordOf(
      withPayloads(started, folder) as typeof started,
      part.map((event) => withPayloads(event, folder)),
    );
    const played = await playAgain(record, folder, run);
    if (typeof played === 'string') return { kind: 'failed', message: played };
    prompts.push({ ...compare(record, played), cut: !record.whole, inner: record.inner });
  }
  return { kind: 'replayed', prompts };
}

/** The events of a new process that is given the record's past. */
async function playAgain(record: RunRecord, folder: string, run: string): Promise<readonly RunEvent[] | string> {
  const { started } = record;
  const skills = started.skills.length === 0 ? undefined : readSkills(started.skills.map(({ root }) => root));
  if (skills?.kind === 'failed') return skills.message;
  const runs = mkdtempSync(join(tmpdir(), 'skillwright-replay-'));
  try {
    const past = layPast(started, folder, join(runs, run));
    const controller = new AbortController();
    const end = (): void => controller.abort();
    const events: RunEvent[] = [];
    const { guardSettings, maxTokens, maxCost } = started;
    const begun = startRun(
      {
        prompt: inlineText(started.prompt),
        skills: skills?.skills ?? [],
        agent: { ...DEFAULT_AGENT, name: started.agent },
        model: { model: recordedModel(record.responses, end), name: started.model, simulated: started.simulated },
        guards: started.guards,
        ...(guardSettings === undefined ? {} : { guardSettings }),
        maxLlmCalls: started.maxLlmCalls,
        ...(maxTokens === undefined ? {} : { maxTokens }),
        ...(maxCost === undefined ? {} : { maxCost }),
        runs,
        ...(past ? { continues: run } : {}),
        secrets: [],
        aroundTools: (toolset) => recordedTools(toolset, record, end),
      },
      {
        host: recordedHost(record),
        signal: controller.signal,
        onEvent: (event) => void events.push(event),
      },
    );
    if (begun.kind === 'failed') return begun.message;
    await begun.finished;
    const from = events.findIndex((event) => event.type === 'run_started');
    return events.slice(from).map((event) => withPayloads(event, dirname(begun.journal)));
  } catch (error) {
    return `The replay has no place to work in: ${messageOf(error)}`;
  } finally {
    rmSync(runs, { recursive: true, force: true });
  }
}

/** The journal as it was before the prompt, with its payloads; false where there was none. */
function layPast({ seq }: RunStarted, folder: string, to: string): boolean {
  if (seq === 1) return false;
  mkdirSync(to, { recursive: true });
  const lines = readFileSync(join(folder, JOURNAL_FILE), 'utf8').split('\n');
  const before = lines.filter((line) => {
    const found = /"seq":(\d+)/.exec(line)?.[1];
    return found !== undefined && Number(found) < seq;
  });
  if (before.length === 0) return false;
  writeFileSync(join(to, JOURNAL_FILE), `${before.join('\n')}\n`);
  for (const name of readdirSync(folder)) copyBlob(folder, to, name);
  return true;
}

/** Only what is a payload of the run: the folder may come from anywhere. */
function copyBlob(folder: string, to: string, name: string): void {
  const read = readBlobText(folder, name);
  if (read.kind === 'text') writeFileSync(join(to, name), read.text);
}

/** Says to guards what was said to them then, in the same order. */
function recordedHost({ own }: RunRecord): Host {
  const pauses = own.filter((event): event is PauseEvent => event.type === 'pause' && event.kind === 'guard');
  const said = pauses.map(({ id }) => own.find((event) => event.type === 'answer' && event.id === id));
  let next = 0;
  return {
    isInteractive: pauses.length > 0,
    preapproves: () => false,
    answer: async (): Promise<Reply> => {
      const answer = said[next++];
      return answer?.type === 'answer' && answer.answer !== 'credential' ? answer.answer : 'unanswered';
    },
  };
}
