/**
 * Plays random inputs and sound sessions to the hooks: `npm run bench:hook-inputs -- [--count 10000] [--seed 1]`. Prints the number of
 * faults: an answer that a client does not know, a file elsewhere, an exit code, or a word in a session in which nothing is wrong.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkSkill } from '../cli/hook-check.ts';
import { answersWith } from '../runtime/hooks/answers.ts';
import { answerInput } from '../runtime/hooks/run-hook.ts';
import { dialects, isKnownAnswer, type Random, randomFrom, randomInput } from './hooks/random-inputs.ts';
import { type SoundCall, workingSession, writingSession } from './hooks/sound-sessions.ts';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
const count = Number(values.count);
const seed = Number(values.seed);
const PROGRAM = join(import.meta.dirname, '../dist/hook.cjs');
const answers = answersWith(checkSkill);

const root = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-hook-inputs-'));
process.env.SKILLWRIGHT_HOOKS_DATA = join(root, 'data');
process.env.HOME = join(root, 'home');

function makeFolder(name: string): string {
  const folder = join(root, name);
  const files: Readonly<Record<string, string>> = {
    '.git/HEAD': '',
    'README.md': '# A\n',
    'package.json': '{}',
    'src/a.ts': '',
    'src/b.ts': '',
    '.claude/skills/brew/SKILL.md': '---\nname: brew\ndescription: Brews tea.\n---\n\nRead `references/heat.md`.\n',
    '.claude/skills/brew/references/heat.md': 'Hot.\n',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const treeOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((one) => !one.startsWith('data'))
    .sort()
    .join('\n');

async function playInputs(): Promise<number> {
  let faults = 0;
  const folder = makeFolder('random');
  mkdirSync(join(root, 'home'), { recursive: true });
  const before = treeOf(root);
  for (const dialect of dialects) {
    const random = randomFrom(seed);
    let said = 0;
    for (let n = 0; n < count; n++) {
      const input = randomInput(random, dialect, folder);
      const args = [dialect.id, ...Object.keys(dialect.events).slice(0, 1), '--guard', 'on', '--check', 'stop'];
      // A failure is no answer: the process ends with 0.
      const answer = await answerInput(args, input, async () => answers, Date.now()).catch(() => undefined);
      if (answer === undefined) continue;
      said++;
      // An input can be one of another client, which is answered in its own form.
      if (JSON.stringify(answer).length > 2600 || !dialects.some((one) => isKnownAnswer(answer, one))) {
        faults++;
        console.log(`${dialect.id}: ${JSON.stringify(answer).slice(0, 300)} to ${input.slice(0, 300)}`);
      }
    }
    let failed = 0;
    const processes = randomFrom(seed + 1);
    for (let n = 0; n < Math.min(50, count); n++) {
      const { status, stdout } = spawnSync(process.execPath, [PROGRAM, dialect.id], {
        input: randomInput(processes, dialect, folder),
        encoding: 'utf8',
      });
      const isValid = stdout === '' || (JSON.parse(stdout) as unknown) !== null;
      if (status !== 0 || !isValid) failed++;
    }
    faults += failed;
    console.log(`${dialect.id}: ${count} inputs, ${said} answers; ${Math.min(50, count)} processes, ${failed} failed`);
    rmSync(join(root, 'data'), { recursive: true, force: true });
  }
  if (treeOf(root) !== before) {
    faults++;
    console.log('A file was written elsewhere.');
  }
  return faults;
}

async function playSound(
  sessions: number,
  make: (random: Random, folder: string) => readonly SoundCall[],
  label: string,
): Promise<number> {
  let faults = 0;
  for (let n = 0; n < sessions; n++) {
    const folder = makeFolder(`${label}-${n}`);
    const id = `${label}-${n}`;
    let call = 0;
    for (const { tool, args, result, error, effect } of make(randomFrom(seed + n), folder)) {
      const base = { session_id: id, cwd: folder, tool_name: tool, tool_input: args, tool_use_id: `t${call++}` };
      const play = (event: object) =>
        answerInput(['claude-code', '--guard', 'on'], JSON.stringify(event), async () => answers, Date.now());
      const before = await play({ ...base, hook_event_name: 'PreToolUse' });
      effect?.();
      const after = await play(
        error === undefined
          ? { ...base, hook_event_name: 'PostToolUse', tool_response: result }
          : { ...base, hook_event_name: 'PostToolUseFailure', error },
      );
      for (const answer of [before, after])
        if (answer !== undefined) {
          faults++;
          console.log(
            `${id}: ${tool} ${JSON.stringify(args).replaceAll(folder, '')}: ${JSON.stringify(answer).replaceAll(folder, '').slice(0, 300)}`,
          );
        }
    }
    const end = await answerInput(
      ['claude-code', '--guard', 'on'],
      JSON.stringify({ session_id: id, cwd: folder, hook_event_name: 'Stop' }),
      async () => answers,
      Date.now(),
    );
    if (end !== undefined) {
      faults++;
      console.log(`${id}: at the end ${JSON.stringify(end).slice(0, 300)}`);
    }
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`${sessions} ${label} sessions: ${faults} wrong words`);
  return faults;
}

const faults =
  (await playSound(200, workingSession, 'working')) +
  (await playSound(50, writingSession, 'writing')) +
  (await playInputs());
rmSync(root, { recursive: true, force: true });
console.log(`${faults} faults`);
if (faults > 0) process.exitCode = 1;
