/** A world of files and a model in it: counted runs of real agents are replayed here in their own layout. */
import type { LanguageModelV4, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { simulatedModel } from '../../runtime/models/simulated/simulated.ts';
import { CLIENTS, type ClientBehavior, type CountedRuns, fillTemplate } from '../../skill/index.ts';

/** A layout in which runs were counted. */
export interface ReplayedLayout {
  readonly runs: CountedRuns;
  readonly skill: string;
  /** The skill's folder, absolute. */
  readonly folder: string;
  /** The path of SKILL.md as the client's list writes it. */
  readonly listed: string;
  /** Further lines of the client's prompt, such as the table of the short names in its list. */
  readonly prompt: string;
  /** The text of SKILL.md. */
  readonly text: string;
  /** The file that was missed, relative to the skill's folder. */
  readonly file: string;
}

/** The outcome of the runs of a simulated model. */
export interface Replayed {
  /** Runs that asked for the file; the others left it out. */
  readonly runs: number;
  /** Runs that asked for it in a wrong place. */
  readonly missed: number;
  /** Runs that never read the file, of those that missed. */
  readonly neverRead: number;
  /** Calls between the miss and the file, by number of runs. */
  readonly lostCalls: readonly number[];
  /** The paths that were asked for and are not there, each once. */
  readonly asked: readonly string[];
}

const MAX_CALLS = 12;

/** Returns what simulated models of one seed each do in a layout, with the tools of Codex. */
export async function replayLayout(layout: ReplayedLayout, seeds: number): Promise<Replayed> {
  const asked = new Set<string>();
  const lostCalls: number[] = [];
  let runs = 0;
  let missed = 0;
  let neverRead = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    const run = await runOnce(layout, seed);
    if (run.isRead || run.missed.length > 0) runs++;
    if (run.missed.length === 0) continue;
    for (const path of run.missed) asked.add(path);
    missed++;
    if (!run.isRead) neverRead++;
    lostCalls.push(run.lost);
  }
  return { runs, missed, neverRead, lostCalls, asked: [...asked] };
}

interface Run {
  readonly missed: readonly string[];
  readonly isRead: boolean;
  readonly lost: number;
}

async function runOnce(layout: ReplayedLayout, seed: number): Promise<Run> {
  const client = codex();
  const { shell } = client;
  const files = new Map([
    [`${layout.folder}/SKILL.md`, layout.text],
    [`${layout.folder}/${layout.file}`, 'text of the file'],
  ]);
  const entry = fillTemplate(client.catalogue.entry, {
    name: layout.skill,
    description: `Follow ${layout.skill}`,
    path: layout.listed,
  });
  const messages: LanguageModelV4Prompt = [
    { role: 'system', content: `${layout.prompt}\n${entry}` },
    { role: 'user', content: [{ type: 'text', text: `Use ${layout.skill}: read what it names.` }] },
  ];
  const model = simulatedModel({ mode: 'observed', seed, delayMs: [0, 0] });
  const target = layout.runs.what === 'skill-file' ? 'SKILL.md' : layout.file;
  const isMeant = (path: string): boolean => path.endsWith(target.slice(target.lastIndexOf('/') + 1));
  const missed: string[] = [];
  let isRead = false;
  let lost = 0;
  for (let number = 0; number < MAX_CALLS; number++) {
    const call = await nextCall(model, messages, shell.tool);
    if (call === undefined) break;
    const command = String(call.args[shell.command]);
    const path =
      /^(?:cat|python3|bash|node) (\S+)$/.exec(command)?.[1] ?? (/^\/\S+$/.test(command) ? command : undefined);
    const text = path === undefined ? undefined : files.get(path);
    if (path !== undefined && text === undefined && isMeant(path)) missed.push(path);
    // The search that follows, too.
    if (missed.length > 0 && text === undefined) lost++;
    if (path === `${layout.folder}/${target}`) {
      isRead = true;
      break;
    }
    const output =
      text ?? (path === undefined ? [...files.keys()].join('\n') : `cat: ${path}: No such file or directory`);
    messages.push(
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: call.id, toolName: shell.tool, input: call.args }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: call.id,
            toolName: shell.tool,
            output: { type: 'text', value: `Chunk ID: 1\nOutput:\n${output}` },
          },
        ],
      },
    );
  }
  return { missed, isRead, lost };
}

async function nextCall(
  model: LanguageModelV4,
  prompt: LanguageModelV4Prompt,
  tool: string,
): Promise<{ readonly id: string; readonly args: Readonly<Record<string, unknown>> } | undefined> {
  const { content } = await model.doGenerate({ prompt, tools: [{ type: 'function', name: tool, inputSchema: {} }] });
  const [call] = content;
  if (call?.type !== 'tool-call') return undefined;
  return { id: call.toolCallId, args: JSON.parse(call.input) as Readonly<Record<string, unknown>> };
}

function codex(): ClientBehavior {
  const [behavior] = CLIENTS.find(({ id }) => id === 'codex')?.behaviors ?? [];
  if (behavior === undefined) throw new Error('Codex has no behavior.');
  return behavior;
}
