/** For tests: the calls of an honest coding agent in a client. */
import { join } from 'node:path';
import type { Random } from '../../../runtime/random.ts';
import type { ClientCalls } from './client-calls.ts';
import type { ScriptedCall } from './scripted-model.ts';

export interface AgentFolders {
  readonly workspace: string;
  /** The skill's folder in the installed copy. */
  readonly skill: string;
}

/** Returns the agent's calls, step by step. It makes the same call at most twice before it changes something. */
export function* planWork(
  calls: ClientCalls,
  chance: Random,
  places: AgentFolders,
): Generator<readonly ScriptedCall[]> {
  const { int: below, oneIn, pick } = chance;
  const { workspace, skill } = places;
  const file = createFileReader(calls, chance, places);
  const test = calls.shell(pick(['sh check.sh', 'sh check.sh 2>&1 | tail -5', `cd ${workspace} && sh check.sh`]));
  yield [calls.load('mender', join(skill, 'SKILL.md'))];
  yield* file('references/style.md');
  if (oneIn(2)) yield* file('references/release_checklist.md');
  const rounds = 6 + below(14);
  for (let round = 1; round <= rounds; round++) {
    const made = new Map<string, number>();
    const atMostTwice = (list: readonly ScriptedCall[]): readonly ScriptedCall[] =>
      list.filter((call) => {
        const count = (made.get(JSON.stringify(call)) ?? 0) + 1;
        made.set(JSON.stringify(call), count);
        return count <= 2;
      });
    const steps: (readonly ScriptedCall[])[] = [];
    // Searches for missing things, sometimes many times in a row.
    for (let n = below(oneIn(6) ? 9 : 3); n > 0; n--)
      steps.push([lookForMissing(calls, chance, workspace, round * 10 + n)]);
    const look = lookForExisting(calls, chance, workspace);
    steps.push(oneIn(4) ? [look, lookForMissing(calls, chance, workspace, round)] : [look]);
    if (oneIn(5)) steps.push([calls.shell(`sed -i 's/${round}/x/' src/absent_${round}.ts`)]);
    for (const step of steps.map(atMostTwice)) if (step.length > 0) yield step;
    yield [calls.shell(edit(pick(['src/app.ts', 'src/list.ts']), round, pick))];
    yield [test];
    // Verifies the result.
    if (oneIn(4)) yield [test];
  }
  yield* file('scripts/report.py');
}

/**
 * Creates a function that returns the steps to read or run a file of the skill. Some agents look in the workspace
 * first.
 */
function createFileReader(calls: ClientCalls, { oneIn }: Random, { skill }: AgentFolders) {
  const triesWorkspace = oneIn(3);
  return function* (path: string): Generator<readonly ScriptedCall[]> {
    const use = (at: string): ScriptedCall => (path.endsWith('.py') ? calls.shell(`python3 ${at}`) : calls.read(at));
    if (triesWorkspace) yield [use(path)];
    yield [use(join(skill, path))];
  };
}

function lookForMissing(calls: ClientCalls, { pick }: Random, workspace: string, n: number): ScriptedCall {
  const absent = pick(['package.json', 'tsconfig.json', 'docs/guide.md', `src/absent_${n}.ts`]);
  return pick([
    calls.grep(`absent_${n}`),
    calls.read(join(workspace, absent)),
    calls.glob(`**/absent_${n}.*`),
    calls.list(join(workspace, `absent_${n}`)),
    calls.shell(
      pick([`grep -rn absent_${n} src`, 'git status', 'ls tests', `test -f ${absent}`, `python3 absent_${n}.py`]),
    ),
  ]);
}

function lookForExisting(calls: ClientCalls, { pick }: Random, workspace: string): ScriptedCall {
  return pick([
    calls.read(join(workspace, pick(['src/app.ts', 'src/list.ts', 'README.md']))),
    calls.grep(pick(['total', 'TODO', 'export'])),
    calls.glob('**/*.ts'),
    calls.shell(pick(['ls', 'cat src/app.ts', 'head -5 README.md', "grep -rn 'export' src"])),
  ]);
}

function edit(file: string, round: number, pick: Random['pick']): string {
  const line = `// fix ${round}`;
  return pick([`echo '${line}' >> ${file}`, `sed -i '$ a ${line}' ${file}`, `cat >> ${file} <<'EOF'\n${line}\nEOF`]);
}
