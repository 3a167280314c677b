import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defined } from '../../skill/index.ts';
import { DEFAULT_AGENT } from '../agents/agent.ts';
import { type ClientRun, clientRun } from '../clients/client-run.ts';
import { textOfFile } from '../confined/read-file.ts';
import { messageOf } from '../errors.ts';
import { readBlobText } from '../journal/blobs.ts';
import { readRunJournal } from '../journal/run-journal.ts';
import { JOURNAL_FILE } from '../journal/writer.ts';
import type { Host, Reply } from '../loop/interfaces/host.ts';
import type { PauseEvent, RunEvent, RunStarted } from '../protocol/events.ts';
import type { RunOptions } from '../protocol/run-options.ts';
import { withPayloads } from '../run/restore.ts';
import { startRun } from '../run/start.ts';
import { createTemporaryFolder } from '../temporary/temporary-folder.ts';
import { inlineText } from '../text/inline-text.ts';
import { readSkills } from '../toolset/read-skills.ts';
import { type Comparison, compare } from './compare.ts';
import { type RunRecord, recordOf } from './record.ts';
import { recordedEdits } from './recorded-edits.ts';
import { recordedModel } from './recorded-model.ts';
import { recordedClientTools, recordedTools } from './recorded-tools.ts';

/** The comparison of one prompt. */
export interface ReplayedPrompt extends Comparison {
  /** True if it was compared only up to its last response, because it was stopped or a process was killed. */
  readonly cut: boolean;
  /** True if loops ran inside calls; their results are taken from the record. */
  readonly inner: boolean;
}

/** The result of a replay. */
export interface ReplayResult {
  readonly kind: 'replayed';
  /** The comparisons of all prompts of the run. */
  readonly prompts: readonly ReplayedPrompt[];
}

/**
 * Replays a run without its model. The model's responses, and the actions of scripts, other tools and users, come from the
 * journal; skills, guards, limits and state are evaluated again. Nothing is stored, no one is asked, and nothing is
 * executed.
 */
export async function replayRun(
  runs: string,
  run: string,
): Promise<ReplayResult | { kind: 'failed'; message: string }> {
  const folder = join(runs, run);
  const { events, unread } = readRunJournal(runs, run);
  if (unread?.kind === 'failed') return { kind: 'failed', message: unread.message };
  const starts = events.filter((event) => event.type === 'run_started');
  if (starts.length === 0)
    return { kind: 'failed', message: `There is no run ${run} in ${runs}, or it contains no prompt.` };
  const prompts: ReplayedPrompt[] = [];
  for (const [index, started] of starts.entries()) {
    const until = starts[index + 1]?.seq ?? Number.POSITIVE_INFINITY;
    const part = events.filter((event) => event.seq >= started.seq && event.seq < until);
    const record = recordOf(
      withPayloads(started, folder) as typeof started,
      part.map((event) => withPayloads(event, folder)),
    );
    const played = await replayPrompt(record, folder, run);
    if (typeof played === 'string') return { kind: 'failed', message: played };
    prompts.push({ ...compare(record, played), cut: !record.isComplete, inner: record.hasInnerLoops });
  }
  return { kind: 'replayed', prompts };
}

/** Replays one prompt in a new run, and returns its events. */
async function replayPrompt(record: RunRecord, folder: string, run: string): Promise<readonly RunEvent[] | string> {
  const { started } = record;
  const skills =
    started.skills.length === 0
      ? undefined
      : readSkills(
          started.skills.map(({ root }) => root),
          { client: null },
        );
  if (skills?.kind === 'failed') return skills.message;
  const client = clientOf(started);
  if (typeof client === 'string') return client;
  const runs = createTemporaryFolder('replay');
  try {
    const hasEarlierPrompts = copyEarlierPrompts(started, folder, join(runs, run));
    const abort = new AbortController();
    const end = (): void => abort.abort();
    const events: RunEvent[] = [];
    const controller = recordedEdits(record);
    const replay = startRun(
      defined({
        prompt: inlineText(started.prompt),
        skills: skills?.skills ?? [],
        agent: { ...DEFAULT_AGENT, name: started.agent },
        model: { model: recordedModel(record.responses, end), name: started.model, simulated: started.simulated },
        guards: started.guards,
        maxLlmCalls: started.maxLlmCalls,
        ...defined<RunOptions>({
          guardSettings: started.guardSettings,
          maxTokens: started.maxTokens,
          maxCost: started.maxCost,
        }),
        runs,
        continues: hasEarlierPrompts ? run : undefined,
        secrets: [],
        wrapTools: client === undefined ? (toolset) => recordedTools(toolset, record, end) : undefined,
        client,
        clientTools: client === undefined ? undefined : recordedClientTools(record, end),
      }),
      defined({
        host: recordedHost(record),
        controller,
        signal: abort.signal,
        onEvent: (event) => void events.push(event),
      }),
    );
    if (replay.kind === 'failed') return replay.message;
    await replay.finished;
    const from = events.findIndex((event) => event.type === 'run_started');
    return events.slice(from).map((event) => withPayloads(event, dirname(replay.journal)));
  } catch (error) {
    return `Cannot create a working directory for the replay: ${messageOf(error)}`;
  } finally {
    rmSync(runs, { recursive: true, force: true });
  }
}

/** Returns the client of a recorded run, undefined for ADK's tools, or an error message. */
function clientOf({ client, workspace, install = 'user' }: RunStarted): ClientRun | string | undefined {
  if (client === undefined) return undefined;
  const copied = workspace === undefined ? {} : { workspace };
  return clientRun(client, { ...copied, install }) ?? `This version does not simulate the client '${client}'.`;
}

/** Copies the journal up to the prompt, with its payloads. Returns false if there is none. */
function copyEarlierPrompts({ seq }: RunStarted, folder: string, to: string): boolean {
  if (seq === 1) return false;
  mkdirSync(to, { recursive: true });
  const lines = textOfFile(join(folder, JOURNAL_FILE)).split('\n');
  const before = lines.filter((line) => {
    const found = /"seq":(\d+)/.exec(line)?.[1];
    return found !== undefined && Number(found) < seq;
  });
  if (before.length === 0) return false;
  writeFileSync(join(to, JOURNAL_FILE), `${before.join('\n')}\n`);
  for (const name of readdirSync(folder)) copyBlob(folder, to, name);
  return true;
}

/** Copies only payloads of the run: the folder is untrusted. */
function copyBlob(folder: string, to: string, name: string): void {
  const read = readBlobText(folder, name);
  if (read.kind === 'text') writeFileSync(join(to, name), read.text);
}

/** Creates a host that gives guards the recorded answers, in the same order. */
function recordedHost({ ownEvents: own }: RunRecord): Host {
  const pauses = own.filter((event): event is PauseEvent => event.type === 'pause' && event.kind === 'guard');
  const answers = pauses.map(({ id }) => own.find((event) => event.type === 'answer' && event.id === id));
  let next = 0;
  return {
    isInteractive: pauses.length > 0,
    preapproves: () => false,
    answer: async (): Promise<Reply> => {
      const answer = answers[next++];
      return answer?.type === 'answer' && answer.answer !== 'credential' ? answer.answer : 'unanswered';
    },
  };
}
