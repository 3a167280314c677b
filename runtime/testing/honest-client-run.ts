/** For tests: coding agents in a client that search, edit and run the same tests again, and look for files that are absent. */
import { join } from 'node:path';
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { clientRun } from '../clients/client-run.ts';
import type { RunEvent } from '../protocol/events.ts';
import { createChance, type Random } from '../random.ts';
import { startRun } from '../run/start.ts';
import { localExecutor } from '../scripts/local-executor.ts';
import { readSkills } from '../toolset/read-skills.ts';
import { type ClientCalls, clientCalls } from './client-calls.ts';
import { manifest, writeFiles } from './folders.ts';
import { eventFaults } from './run-faults.ts';
import { APPROVES } from './run-once.ts';
import { type Line, type ScriptedCall, scriptedModel } from './scripted-model.ts';

/** Clients that the agents take turns in. */
const CLIENTS = ['claude-code', 'codex', 'vscode', 'gemini-cli', 'opencode', 'copilot-cli', 'pi'];

const SKILL = `# Fixing tests

Read \`references/style.md\` before you change anything, and follow the release checklist.

Run \`python3 scripts/report.py\` when the tests pass.
`;

/** Fails until enough lines were added, with the same words each time and another duration. */
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
  /** Decisions that change a result or the run; none unless a guard trips over an honest agent. */
  readonly trips: readonly string[];
  readonly problems: readonly string[];
}

/**
 * Runs an honest agent in a client's tools, with a behavior drawn from a seed. It may look for a file of the skill in the
 * workspace once, which is recorded as a miss, before it reads it in the skill's folder.
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
    work ??= plan(calls, chance, placesIn(request));
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
  const ofCommand = (words: string): number =>
    events.filter((event) => event.type === 'tool_call' && JSON.stringify(event.args).includes(words)).length;
  return {
    seed,
    client: id,
    calls: llmCalls,
    tests: ofCommand('check.sh'),
    edits: ofCommand('// fix'),
    failures: events.filter((event) => event.type === 'tool_result' && event.error_code !== undefined).length,
    trips: events.flatMap((event) =>
      event.type === 'guard' && (event.verdict !== 'warn' || event.rule === 'error_streak')
        ? [`${event.rule} ${event.verdict} ${event.signature}`]
        : [],
    ),
    problems: [...eventFaults(events), ...(reason === 'final' ? [] : [`it ended with ${reason}`])],
  };
}

interface Places {
  readonly workspace: string;
  /** The skill's folder in the copy, which every client names sooner or later. */
  readonly skill: string;
}

/** Finds the copy in the first request. */
function placesIn({ prompt }: LanguageModelV4CallOptions): Places {
  const workspace = /The working directory is (\S+?)\.(?:\s|"|$)/.exec(
    JSON.stringify(prompt).replaceAll('\\n', '\n'),
  )?.[1];
  if (workspace === undefined) throw new Error('the prompt names no working directory');
  return { workspace, skill: join(workspace, '..', 'home') };
}

/** Returns the agent's calls, step by step. */
function* plan(calls: ClientCalls, { int: below, oneIn: once, pick }: Random, { workspace, skill }: Places) {
  const inSkill = (path: string): ScriptedCall => calls.shell(`cat $(find ${skill} -path '*/mender/${path}')`);
  const manifestAt = `$(find ${skill} -name SKILL.md)`;
  const test = calls.shell(pick(['sh check.sh', 'sh check.sh 2>&1 | tail -5', `cd ${workspace} && sh check.sh`]));
  yield [calls.load('mender', manifestAt)];
  // A client without a tool for skills reads SKILL.md in its shell.
  yield [calls.shell(`cat ${manifestAt}`)];
  if (once(3)) yield [calls.read('references/style.md')];
  yield [inSkill('references/style.md')];
  if (once(2)) yield [inSkill('references/release_checklist.md')];
  const absent = (n: number): ScriptedCall =>
    pick([
      calls.grep(`absent_${n}`),
      calls.read(join(workspace, pick(['package.json', 'tsconfig.json', 'docs/guide.md', `src/absent_${n}.ts`]))),
      calls.glob(`**/absent_${n}.*`),
      calls.list(join(workspace, `absent_${n}`)),
      calls.shell(
        pick([`grep -rn absent_${n} src`, 'git status', 'ls tests', `test -f absent_${n}`, `python3 absent_${n}.py`]),
      ),
    ]);
  const look = (n: number): ScriptedCall =>
    pick([
      calls.read(join(workspace, pick(['src/app.ts', 'src/list.ts', 'README.md']))),
      calls.grep(pick(['total', 'TODO', 'export'])),
      calls.glob('**/*.ts'),
      calls.shell(pick(['ls', 'cat src/app.ts', `head -${n} README.md`, "grep -rn 'export' src"])),
    ]);
  const rounds = 6 + below(14);
  for (let round = 1; round <= rounds; round++) {
    // Searches for things that are not there, now and then many times in a row.
    for (let n = below(once(6) ? 9 : 3); n > 0; n--) yield [absent(round * 10 + n)];
    if (once(4)) yield [look(round), absent(round)];
    else yield [look(round)];
    if (once(5)) yield [calls.shell(`sed -i 's/${round}/x/' src/absent_${round}.ts`)];
    const file = pick(['src/app.ts', 'src/list.ts']);
    const edit = pick([
      `echo '// fix ${round}' >> ${file}`,
      `sed -i '$ a // fix ${round}' ${file}`,
      `cat >> ${file} <<'EOF'\n// fix ${round}\nEOF`,
    ]);
    yield [calls.shell(edit)];
    yield [test];
    // Verifies the result.
    if (once(4)) yield [test];
  }
  yield [calls.shell(`python3 $(find ${skill} -name report.py)`)];
}
