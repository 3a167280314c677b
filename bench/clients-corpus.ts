/**
 * Runs real skills in every client: `npm run bench:clients-corpus [-- --every N]`. The simulated weak model follows each
 * skill once per client, with the default guards; nothing is executed. Prints the wasted calls by client, and how many skills
 * waste calls in one client and not in another. Exits with 1 if a run hung or failed, if a call was not answered exactly
 * once, or if a miss has no cause although the skill's text has its path. `.cache/clients-corpus.json` has the misses.
 */
import './own-folders.ts';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_AGENT } from '../runtime/agents/agent.ts';
import { CLIENT_RUN_IDS } from '../runtime/clients/client-run-ids.ts';
import { discardingJournal } from '../runtime/journal/discarding-journal.ts';
import { APPROVING } from '../runtime/loop/interfaces/host.ts';
import { simulatedModel } from '../runtime/models/simulated/simulated.ts';
import type { RunEvent } from '../runtime/protocol/events.ts';
import { startRun } from '../runtime/run/start.ts';
import { openClientCopy } from '../runtime/stress/client-copy.ts';
import { defaultPromptsFor } from '../runtime/stress/default-prompts.ts';
import { DRY_RUN_EXECUTOR } from '../runtime/stress/dry-run-executor.ts';
import { createCauseFinders, RunWatcher, type WastedCall } from '../runtime/stress/watch-run.ts';
import { readSkills } from '../runtime/toolset/read-skills.ts';
import { defined, type Skill } from '../skill/index.ts';

const ROOT = join(import.meta.dirname, '..');
const CORPUS = join(ROOT, '../shared/corpus');
/** A run takes milliseconds; one of this length hangs. */
const LIMIT_MS = 60_000;

interface Result {
  readonly skill: string;
  readonly client: string;
  readonly reason: string;
  readonly llmCalls: number;
  readonly calls: number;
  readonly wasted: readonly WastedCall[];
  /** Misses without a cause, although a text of the skill has their path. */
  readonly unexplained: readonly string[];
  readonly faults: readonly string[];
}

async function runIn(client: string, skill: Skill, workspace: string, name: string): Promise<Result> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const copy = client === 'adk' ? undefined : await openClientCopy({ id: client, workspace }, skill, signal);
  const empty = { skill: name, client, llmCalls: 0, calls: 0, wasted: [], unexplained: [] };
  if (copy?.kind === 'failed') return { ...empty, reason: 'failed', faults: [copy.message] };
  const events: RunEvent[] = [];
  const watch = new RunWatcher(skill, createCauseFinders(skill)());
  try {
    const started = startRun(
      defined({
        prompt: defaultPromptsFor(skill)[0] ?? `Use ${skill.name}.`,
        skills: [skill],
        client: copy?.client,
        agent: DEFAULT_AGENT,
        model: {
          model: simulatedModel({ mode: 'weak', seed: 1, delayMs: [0, 0] }),
          name: 'simulated/weak',
          simulated: true,
        },
        guards: 'default',
        maxLlmCalls: 500,
        runs: '',
        stress: true,
        journal: discardingJournal(),
        secrets: [],
        executor: DRY_RUN_EXECUTOR,
      }),
      {
        host: APPROVING,
        signal,
        onEvent: (event) => {
          events.push(event);
          watch.onEvent(event);
        },
      },
    );
    if (started.kind === 'failed') return { ...empty, reason: 'failed', faults: [started.message] };
    const { finished, wasted } = watch.end(await started.finished);
    const texts = textsOf(skill, events);
    return {
      skill: name,
      client,
      reason: finished.reason,
      llmCalls: finished.llmCalls,
      calls: events.filter(({ type }) => type === 'tool_call').length,
      wasted,
      unexplained: wasted
        .filter(({ cause, path }) => cause === undefined && texts.includes(path))
        .map(({ path }) => path),
      faults: [...faultsIn(events), ...(signal.aborted ? ['hung'] : []), ...(finished.error ? [finished.error] : [])],
    };
  } finally {
    await copy?.remove();
  }
}

/** Returns SKILL.md without frontmatter, and the bundled documents that the run read. */
function textsOf(skill: Skill, events: readonly RunEvent[]): string {
  const read = events.flatMap((event) => (event.type === 'tool_result' && event.read ? [event.read.path] : []));
  const documents = [...new Set(read)].filter((path) => path.endsWith('.md') && path !== 'SKILL.md');
  const { text, bodyStart } = skill.manifest;
  return [text.slice(bodyStart), ...documents.map((path) => readFileSync(join(skill.root, path), 'utf8'))].join('\n');
}

/** Returns calls that were not answered exactly once. */
function faultsIn(events: readonly RunEvent[]): readonly string[] {
  const answers = new Map<number, number>();
  for (const event of events)
    if (event.type === 'tool_result') answers.set(event.parent ?? 0, (answers.get(event.parent ?? 0) ?? 0) + 1);
  return events.flatMap((event) => {
    const count = answers.get(event.seq) ?? 0;
    return event.type === 'tool_call' && count !== 1 ? [`${count} answers to ${event.tool}`] : [];
  });
}

function report(results: readonly Result[], skills: number): boolean {
  const clients = CLIENT_RUN_IDS;
  const of = (client: string): readonly Result[] => results.filter((one) => one.client === client);
  const failing = new Map(
    clients.map((client) => [
      client,
      new Set(of(client).flatMap(({ skill, wasted }) => (wasted.length > 0 ? [skill] : []))),
    ]),
  );
  console.log(`${skills} skills, simulated/weak, default guards\n`);
  console.log('| client | calls | wasted | of which bundled | skills that waste | most in a run | ended by a guard |');
  console.log('|---|---|---|---|---|---|---|');
  for (const client of clients) {
    const all = of(client);
    const wasted = all.flatMap((one) => one.wasted);
    const cells = [
      `\`${client}\``,
      all.reduce((sum, { calls }) => sum + calls, 0),
      wasted.length,
      wasted.filter(({ bundled }) => bundled).length,
      failing.get(client)?.size ?? 0,
      Math.max(0, ...all.map((one) => one.wasted.length)),
      all.filter(({ reason }) => reason === 'guard').length,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  console.log(`\nSkills that waste calls in the client of the row and none in that of the column:\n`);
  console.log(`| | ${clients.map((client) => `\`${client}\``).join(' | ')} |`);
  console.log(`|---|${clients.map(() => '---').join('|')}|`);
  for (const row of clients) {
    const here = failing.get(row) ?? new Set<string>();
    const cells = clients.map((column) =>
      row === column ? '–' : [...here].filter((skill) => failing.get(column)?.has(skill) !== true).length,
    );
    console.log(`| \`${row}\` | ${cells.join(' | ')} |`);
  }
  const inAny = new Set([...failing.values()].flatMap((one) => [...one]));
  const inAll = [...inAny].filter((skill) => clients.every((client) => failing.get(client)?.has(skill)));
  console.log(
    `\nwaste in at least one client ${inAny.size}, in all ${inAll.length}, in some only ${inAny.size - inAll.length}`,
  );
  const reasons = Map.groupBy(results, ({ reason }) => reason);
  console.log(`ends: ${[...reasons].map(([reason, all]) => `${reason} ${all.length}`).join(', ')}`);
  const wasted = results.flatMap((one) => one.wasted);
  console.log(`misses with a cause: ${wasted.filter(({ cause }) => cause !== undefined).length} of ${wasted.length}`);
  const unexplained = results.filter((one) => one.unexplained.length > 0);
  const faults = results.filter((one) => one.faults.length > 0);
  console.log(
    `misses without a cause whose path is in the text: ${unexplained.reduce((sum, one) => sum + one.unexplained.length, 0)}`,
  );
  for (const { skill, client, unexplained: paths } of unexplained.slice(0, 20))
    console.log(`  ${client} ${skill}: ${paths.slice(0, 3).join(', ')}`);
  console.log(`hung, failed, or a call not answered once: ${faults.length}`);
  for (const { skill, client, faults: found } of faults.slice(0, 20)) console.log(`  ${client} ${skill}: ${found[0]}`);
  return unexplained.length + faults.length === 0;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { every: { type: 'string', default: '1' } } });
  if (!existsSync(CORPUS)) {
    console.log(`Skipped: the corpus of real skills is not at ${relative(process.cwd(), CORPUS)}.`);
    return;
  }
  const work = mkdtempSync(join(tmpdir(), 'skillwright-clients-corpus-'));
  try {
    const laidOut = join(work, 'corpus');
    spawnSync(process.execPath, [join(CORPUS, 'lay-out.mjs'), laidOut], { stdio: 'ignore' });
    const workspace = join(work, 'workspace');
    mkdirSync(join(workspace, 'src'), { recursive: true });
    writeFileSync(join(workspace, 'README.md'), '# App\n');
    writeFileSync(join(workspace, 'src/main.ts'), 'export {};\n');
    const folders = readdirSync(laidOut, { recursive: true, encoding: 'utf8' })
      .filter((path) => basename(path) === 'SKILL.md')
      .map((path) => dirname(join(laidOut, path)))
      .sort()
      .filter((_, index) => index % Number(values.every) === 0);
    const startTime = performance.now();
    const results: Result[] = [];
    let skills = 0;
    for (const folder of folders) {
      const read = readSkills([folder]);
      const skill = read.kind === 'failed' ? undefined : read.skills[0];
      if (skill === undefined) continue;
      skills++;
      for (const client of CLIENT_RUN_IDS)
        results.push(await runIn(client, skill, workspace, relative(laidOut, folder)));
    }
    const isRight = report(results, skills);
    console.log(`${((performance.now() - startTime) / 1000).toFixed(0)} s`);
    mkdirSync(join(ROOT, '.cache'), { recursive: true });
    writeFileSync(
      join(ROOT, '.cache/clients-corpus.json'),
      JSON.stringify(
        results.filter(({ wasted, faults }) => wasted.length + faults.length > 0),
        undefined,
        1,
      ),
    );
    if (!isRight) process.exitCode = 1;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

await main();
