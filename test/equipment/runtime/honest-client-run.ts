/** For tests: simulates coding agents in a client that search, edit, rerun the same tests and look for missing files. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { clientRun } from '../../../runtime/clients/client-run.ts';
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import { createChance } from '../../../runtime/random.ts';
import { startRun } from '../../../runtime/run/start.ts';
import { localExecutor } from '../../../runtime/scripts/local-executor.ts';
import { readSkills } from '../../../runtime/toolset/read-skills.ts';
import { clientCalls } from './client-calls.ts';
import { manifest, writeFiles } from './folders.ts';
import { type AgentFolders, planWork } from './honest-client-plan.ts';
import { eventFaults } from './run-faults.ts';
import { APPROVES } from './run-once.ts';
import { type Line, type ScriptedCall, scriptedModel } from './scripted-model.ts';

/** Clients of the agents, chosen in turn by seed. */
const CLIENTS = ['claude-code', 'codex', 'vscode', 'gemini-cli', 'opencode', 'copilot-cli', 'pi'];

const SKILL = `# Fixing tests

Read \`references/style.md\` before you change anything, and follow the release checklist.

Run \`python3 scripts/report.py\` when the tests pass.
`;

/** Fails until enough lines were added, with the same text each time but a different duration. */
const CHECK = `fixes=$(cat src/*.ts | grep -c '^// fix')
if [ "$fixes" -ge "$(cat .needed)" ]; then echo "12 passed in 0.$(date +%N)s"; exit 0; fi
echo "src/app.test.ts: expected 4, got 3"
echo "1 failed, 11 passed in 0.$(date +%N)s"
exit 1
`;

export interface HonestClientRun {
  readonly seed: number;
  readonly client: string;
  readonly calls: number;
  /** Number of times that the tests were run, of edits, and of calls that failed. */
  readonly tests: number;
  readonly edits: number;
  readonly failures: number;
  /** Number of misses of the skill's files, which only record their causes. */
  readonly misses: number;
  /** Decisions that change a result or the run; none unless a guard trips over an honest agent. */
  readonly trips: readonly string[];
  readonly problems: readonly string[];
}

/**
 * Runs an honest agent in a client's tools, with a behavior drawn from a seed. Some look for the files of the skill in
 * the workspace, which are misses, before they read them in the skill's folder.
 * @param folder absolute; receives the run's skill, workspace and journal
 */
export async function honestClientRun(seed: number, folder: string): Promise<HonestClientRun> {
  const chance = createChance(seed);
  const id = CLIENTS[seed % CLIENTS.length] ?? 'claude-code';
  const client = clientRun(id, { workspace: join(folder, `seed-${seed}/workspace`) });
  if (client === undefined) throw new Error(`no client ${id}`);
  const at = writeFiles(join(folder, `seed-${seed}`), {
    'mender/SKILL.md': manifest('mender', SKILL),
    'mender/references/style.md': 'Short functions.\n',
    'mender/references/release_checklist.md': '- Tests pass.\n',
    'mender/scripts/report.py': 'print("reported")\n',
    'workspace/src/app.ts': 'export const total = 3;\n',
    'workspace/src/list.ts': 'export const list = [];\n',
    'workspace/README.md': '# App\n\nTODO\n',
    'workspace/check.sh': CHECK,
    'workspace/.needed': `${3 + chance.int(8)}\n`,
  });
  const read = readSkills([join(at, 'mender')]);
  if (read.kind === 'failed') throw new Error(read.message);
  const calls = clientCalls(client.behavior);
  let work: Iterator<readonly ScriptedCall[]> | undefined;
  const model = scriptedModel((request): Line => {
    work ??= planWork(calls, chance, foldersIn(request));
    const step = work.next();
    return step.done === true ? { text: 'All tests pass.' } : { calls: step.value };
  });
  const events: RunEvent[] = [];
  const started = startRun(
    {
      prompt: 'Fix the tests.',
      skills: read.skills,
      agent: { name: 'agent', instruction: '' },
      model: { model, name: 'scripted/model', simulated: false },
      client,
      guards: 'default',
      maxLlmCalls: 500,
      runs: join(at, 'runs'),
      secrets: [],
      executor: localExecutor({ trusted: true }),
    },
    { host: APPROVES, signal: new AbortController().signal, onEvent: (event) => void events.push(event) },
  );
  if (started.kind === 'failed') throw new Error(started.message);
  const { reason, llmCalls } = await started.finished;
  const countCommands = (words: string): number =>
    events.filter((event) => event.type === 'tool_call' && JSON.stringify(event.args).includes(words)).length;
  return {
    seed,
    client: id,
    calls: llmCalls,
    tests: countCommands('check.sh'),
    edits: countCommands('// fix'),
    failures: events.filter((event) => event.type === 'tool_result' && event.error_code !== undefined).length,
    misses: events.filter((event) => event.type === 'tool_result' && event.miss !== undefined).length,
    trips: events.flatMap((event) =>
      event.type === 'guard' && (event.verdict !== 'warn' || event.rule === 'error_streak')
        ? [`${event.rule} ${event.verdict} ${event.signature}`]
        : [],
    ),
    problems: [...eventFaults(events), ...(reason === 'final' ? [] : [`it ended with ${reason}`])],
  };
}

/** Finds the copy that the first request names. */
function foldersIn({ prompt }: LanguageModelV4CallOptions): AgentFolders {
  const text = JSON.stringify(prompt).replaceAll('\\n', '\n');
  const workspace = /The working directory is (\S+?)\.(?:\s|"|$)/.exec(text)?.[1];
  if (workspace === undefined) throw new Error('the prompt names no working directory');
  const home = join(workspace, '..', 'home');
  const file = readdirSync(home, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith('mender/SKILL.md'),
  );
  if (file === undefined) throw new Error('the skill is not installed');
  return { workspace, skill: dirname(join(home, file)) };
}
