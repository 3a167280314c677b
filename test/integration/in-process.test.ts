/** Checks that a command called in the test process prints the same as a separate process. */
import { cpSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../equipment/runtime/folders.ts';
import { MADE_UP_SESSIONS } from '../equipment/runtime/made-up-sessions/made-up-sessions.ts';
import { createFolder } from './contract/command.ts';
import { CALLABLE } from './in-process.ts';
import { runCli } from './run-support.ts';

/** The arguments of each command, and a part of what it prints; `RUN` is a run in the folder. */
const COMMANDS: readonly (readonly [args: readonly string[], printed: RegExp])[] = [
  [['check', 'demo'], /1 skill: /],
  [['run', 'Hi.', '--skills', 'demo', '--model', 'simulated/weak'], /ended: final/],
  [['resume', 'RUN', '--approve', 'x'], /See skillwright resume --help/],
  [['fork', 'RUN', '--at', '2', '--trust'], /ended: final/],
  [['runs'], /RUN[\s\S]*1 run\n/],
  [['diff', 'RUN', 'session.jsonl'], /claude-code/],
  [['show', 'RUN'], /references\/guide\.md/],
  [['import', 'session.jsonl'], /records: 4/],
  [['sessions', 'list', '.'], /Brew\./],
  [['export', 'RUN', '--format', 'otlp'], /"resourceSpans"/],
  [['replay', 'RUN'], /the same, \d+ events/],
  [['eval', 'demo', '--cases', 'cases.json', '--trials', '1'], /simulated\/weak/],
  [['stress', 'demo', '--seeds', '1'], /simulated runs/],
  [['clients'], /claude-code/],
  [['models'], /simulated\/weak/],
];

let folder: string;
let run: string;

beforeAll(async () => {
  folder = createFolder({
    'demo/SKILL.md':
      '---\nname: demo\ndescription: Shows it.\n---\n\nSee the user guide, then `references/guide.md`.\n',
    'demo/references/guide.md': 'The guide.\n',
    'session.jsonl': MADE_UP_SESSIONS['claude-code'] ?? '',
    'cases.json': JSON.stringify([{ prompt: 'Show it.', assertions: [{ check: 'loaded' }] }]),
  });
  const args = ['run', 'Hi.', '--skills', 'demo', '--model', 'simulated/weak', '--json'];
  run = (await runCli(args, { cwd: folder })).ofType('run_started')[0]?.run ?? '';
});

/** Runs a command in a copy of the folder. Returns its result without what differs between any two calls. */
async function resultOf(args: readonly string[], options: { readonly process?: true }) {
  const cwd = temporaryFolder();
  cpSync(folder, cwd, { recursive: true });
  const { code, stdout, stderr } = await runCli(
    args.map((one) => (one === 'RUN' ? run : one)),
    { cwd, ...options },
  );
  const comparable = (text: string): string =>
    text
      .replaceAll(cwd, 'FOLDER')
      .replaceAll(/\d{8}T\d{9}Z-[0-9a-f]{8}/g, 'RUN')
      .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::[\d.]+Z)?/g, 'TIME')
      .replaceAll(/\b\d+(?:\.\d+)? m?s\b/g, 'SECONDS');
  return { code, stdout: comparable(stdout), stderr: comparable(stderr) };
}

test.each(COMMANDS)('%j', async (args, printed) => {
  const called = await resultOf(args, {});
  expect(called.stdout + called.stderr).toMatch(printed);
  expect(called).toEqual(await resultOf(args, { process: true }));
});

test('every command that is called in process is compared', () => {
  expect(new Set(COMMANDS.map(([[command]]) => command))).toEqual(CALLABLE);
});
