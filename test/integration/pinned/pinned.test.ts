/**
 * Compares what others build on with snapshots, byte for byte: help, exit codes, messages about wrong use, output with and
 * without `--json`, journals, settings, schemas, and the findings of `check` with their certainties. A change of a snapshot
 * is a change of the product: say so in `.changeset/`. `npm test` compares half of the corpus; with `TEST_LONG=1`, Vitest
 * compares and updates all of it.
 */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../../equipment/skill/long.ts';
import { runCli } from '../run-support.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CORPUS = join(ROOT, '../shared/corpus');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'sw-pinned-'));
  cpSync(join(ROOT, 'examples'), join(folder, 'examples'), { recursive: true });
  const agents = {
    everything: {
      instruction: 'Answer in one sentence.',
      skills: ['examples/skills/csv-summary'],
      model: 'simulated/heeding',
      maxLlmCalls: 30,
      maxTokens: 90000,
      maxCost: 2,
      reasoning: 'low',
      guards: { preset: 'default', thresholds: { script: 4 } },
    },
  };
  writeFileSync(join(folder, '.skillwright.json'), JSON.stringify({ agents }));
  mkdirSync(join(folder, 'workspace'));
  writeFileSync(join(folder, 'workspace/notes.md'), 'Notes.\n');
  const evals = [
    { id: 1, prompt: 'Write the changelog', expected_output: 'A changelog', assertions: ['it reads SKILL.md'] },
    { id: 2, prompt: 'Release it', assertions: [{ check: 'skill_loaded' }, { check: 'max_misses', value: 0 }] },
  ];
  mkdirSync(join(folder, 'examples/skills/changelog/evals'));
  const file = join(folder, 'examples/skills/changelog/evals/evals.json');
  writeFileSync(file, JSON.stringify({ skill_name: 'changelog', evals }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const COMMANDS = [
  ...['check', 'run', 'resume', 'fork', 'runs', 'diff', 'show', 'import', 'sessions', 'sessions list'],
  ...['sessions report', 'export', 'replay', 'eval', 'eval add', 'eval merge', 'eval worker', 'stress', 'clients'],
  ...['models', 'dap', 'lsp'],
];

/** Replaces what differs between two runs of the same command: ids, times, durations, versions, and the folder. */
function normalize(text: string): string {
  const ids = new Map<string, string>();
  const numbered = (id: string, name: string): string => {
    ids.set(id, ids.get(id) ?? `${name}-${ids.size + 1}`);
    return ids.get(id) ?? '';
  };
  return (
    text
      .replaceAll(folder, 'FOLDER')
      .replaceAll(realpathSync(tmpdir()), 'TMP')
      .replace(/\d{8}T\d{9}Z-[0-9a-f]{8}/g, (id) => numbered(id, 'RUN'))
      .replace(/\d{8}-\d{6}-[0-9a-f]{4,8}/g, (id) => numbered(id, 'RUN'))
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => numbered(id, 'UUID'))
      .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?Z?/g, 'TIME')
      .replace(/inv-[0-9a-f]{12}/g, (id) => numbered(id, 'inv'))
      .replace(/blob-[0-9a-f]{32}/g, 'BLOB')
      .replace(/\b[0-9a-f]{32,64}\b/g, (id) => numbered(id, 'HASH'))
      .replace(/(sandbox"?: ?"?)\w+/g, '$1SANDBOX')
      .replace(/(?:\/[\w.-]+)+\/(python3|node|bash)\b/g, '$1')
      .replace(/Wall time: [\d.]+/g, 'Wall time: 0')
      .replace(/^(seconds +)[\d.]+( +)[\d.]+$/gm, '$10.0$20.0')
      // The folder of temporary files has no fixed length.
      .replace(
        text.includes('skillwright-client-') ? /("inputTokens":|"tokens":|"size":|token count: )\d+/g : /^$/,
        '$10',
      )
      .replace(/"characters":\d+|[\d,]+ characters of prompts/g, 'CHARACTERS')
      .replace(/"(\w*(?:[mM]s|[sS]econds|startedAt|time))":[\d.]+/g, '"$1":0')
      .replace(/\b[\d.,]+ (ms|s)\b/g, '0 $1')
  );
}

/** Runs a command in the folder, and returns its output, normalized. The last run of a command is `RUN`, the one before `BEFORE`. */
let runs: readonly string[] = [];
async function outputOf(args: readonly string[]): Promise<string> {
  const named = args.map((arg) => arg.replace('RUN', runs.at(-1) ?? '').replace('BEFORE', runs.at(-2) ?? ''));
  const { code, stdout, stderr } = await runCli(named, { cwd: folder });
  const saved = join(folder, '.skillwright/runs');
  const known = new Set(runs);
  if (existsSync(saved))
    runs = [
      ...runs,
      ...readdirSync(saved)
        .filter((run) => !known.has(run) && /^\d/.test(run))
        .toSorted(),
    ];
  return normalize(`$ skillwright ${args.join(' ')}\n${stdout}${stderr}exit ${code}\n`);
}

async function transcriptOf(commands: readonly (readonly string[])[]): Promise<string> {
  const parts: string[] = [];
  for (const args of commands) parts.push(await outputOf(args));
  return parts.join('\n');
}

const snapshot = (name: string): string => `snapshots/${name}.txt`;

test('help', async () => {
  const commands = ['', ...COMMANDS].map((command) => [...command.split(' ').filter(Boolean), '--help']);
  await expect(await transcriptOf(commands)).toMatchFileSnapshot(snapshot('help'));
});

test('wrong use', async () => {
  const wrong = [
    ...[
      '--model unknown/x',
      '--model simulated/nothing',
      '--max-llm-calls -1',
      '--max-llm-calls x',
      '--max-tokens 1.5',
    ],
    ...['--max-cost -1', '--max-cost x', '--model-timeout 0', '--script-timeout 0', '--script-timeout 99999999'],
    ...['--guards none', '--guard-threshold script', '--guard-threshold nothing=1', '--guard-threshold script=0'],
    ...['--client unknown', '--workspace nowhere', '--install nowhere', '--with nowhere', '--skills nowhere'],
    ...['--agent unknown', '--continue nothing', '--otlp nowhere', '--reasoning much', '--base-url nowhere'],
    ...['--api-key-env NOT_SET', '--runs=', '--workspace workspace', '--scriptTimeout 3'],
  ];
  const commands = [
    ...wrong.map((options) => ['run', 'Hello', '--skills', 'examples/skills/changelog', ...options.split(' ')]),
    ...[
      'resume nothing',
      'fork nothing --at 1',
      'show nothing',
      'diff nothing nowhere',
      'export nothing',
      'replay nothing',
    ],
    ...[
      'import nowhere',
      'check nowhere',
      'check --format text',
      'check --max-warnings x',
      'stress nowhere',
      'eval nowhere',
    ],
    ...[
      'eval examples/skills/changelog --trials 0',
      'eval examples/skills/changelog --min-pass 2',
      'models unknown',
      'nothing',
    ],
    'runs --limit x',
  ].map((command) => (typeof command === 'string' ? command.split(' ') : command));
  await expect(await transcriptOf(commands)).toMatchFileSnapshot(snapshot('wrong-use'));
});

const DEMO = ['--skills', 'examples/skills/release-writer'];
const LIMITS = ['--max-llm-calls', '6', '--max-tokens', '100000', '--max-cost', '1', '--model-timeout', '60'];
const SCRIPTS = ['--script-timeout', '30', '--guard-threshold', 'resourceSamePath=2', '--allow-loops', 'load_skill'];

describe('runs', () => {
  test.each<readonly [string, readonly (readonly string[])[]]>([
    ['run', [['run', 'Hello', ...DEMO], ['runs'], ['show', 'RUN'], ['show', 'RUN', '--call', '2']]],
    [
      'run-json',
      [
        ['run', 'Hello', ...DEMO, '--model', 'simulated/stubborn', '--json'],
        ['run', 'Hello', ...DEMO, ...LIMITS, ...SCRIPTS, '--json'],
        ['run', 'Hello', '--agent', 'everything', '--json'],
        ['run', 'Hello', '--agent', 'everything', '--max-tokens', '0', '--guards', 'adk', '--json'],
        ['run', 'Again', '--continue', 'RUN', '--json'],
        ['run', 'Hello', ...DEMO, '--model', 'seeded/3', '--guards', 'off', '--max-llm-calls', '8', '--json'],
      ],
    ],
    ...['claude-code', 'codex', 'gemini-cli', 'opencode', 'vscode', 'copilot-cli', 'pi', 'adk'].map((client) => {
      const place = client === 'adk' ? [] : ['--workspace', 'workspace', '--install', 'project'];
      const command = [
        'run',
        'Hello',
        ...DEMO,
        '--client',
        client,
        ...place,
        '--max-llm-calls',
        '12',
        '--yes',
        '--json',
      ];
      return [`run-${client}`, [command]] as const;
    }),
    [
      'pauses',
      [
        ['run', 'Hello', '--skills', 'examples/skills/csv-summary', '--model', 'simulated/heeding', '--json'],
        ['runs', '--json'],
        ['resume', 'RUN', '--deny', 'pause-sim-3', '--json'],
        ['resume', 'RUN', '--approve', 'pause-sim-3'],
      ],
    ],
    [
      'other-commands',
      [
        ['run', 'Hello', ...DEMO, '--model', 'simulated/stubborn'],
        ['run', 'Hello', ...DEMO, '--model', 'simulated/weak'],
        ['diff', 'BEFORE', 'RUN'],
        ['diff', 'BEFORE', 'RUN', '--json'],
        ['show', 'RUN', '--json'],
        ['replay', 'RUN', '--json'],
        ['fork', 'RUN', '--at', '2', '--model', 'simulated/heeding', '--json'],
        ['export', 'RUN', '--format', 'otlp', '--preview', '--json'],
        ['export', 'RUN', '--format', 'perfetto', '--preview'],
        ['stress', 'examples/skills/release-writer', '--format', 'json'],
        ['stress', 'examples/skills/release-writer'],
        ['eval', 'examples/skills/changelog', '--jobs', '1', '--trials', '1'],
        [
          'eval',
          'examples/skills/changelog',
          '--jobs',
          '1',
          '--trials',
          '1',
          '--json',
          '--client',
          'pi',
          '--max-llm-calls',
          '9',
        ],
        ['clients'],
        ['clients', '--json'],
      ],
    ],
    [
      'check',
      [
        ['check', 'examples', '--no-cache'],
        ['check', 'examples', '--no-cache', '--format', 'json', '--explain'],
        ['check', 'examples', '--no-cache', '--format', 'sarif'],
        ['check', 'examples/skills/release-writer', '--no-cache', '--format', 'github', '--clients', 'adk,spec'],
      ],
    ],
  ])('%s', { timeout: 300_000 }, async (name, commands) => {
    await expect(await transcriptOf(commands)).toMatchFileSnapshot(snapshot(name));
  });
});

test('settings, launch attributes, commands and schemas', async () => {
  const { contributes } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { contributes: object };
  const schemas = ['runtime/agents/skillwright.schema.json', 'skill/eval-cases/evals.schema.json'].map(
    (path) => `${basename(path)}\n${readFileSync(join(ROOT, path), 'utf8')}`,
  );
  const text = `${JSON.stringify(contributes, undefined, 1)}\n${schemas.join('\n')}`;
  await expect(text).toMatchFileSnapshot(snapshot('contributes'));
});

/** `DIGEST FINDINGS FOLDER` for each folder of the corpus: all findings of `check --explain`, with levels, ranges and certainties. */
test.skipIf(!existsSync(CORPUS))('findings on the corpus', { timeout: 900_000 }, async () => {
  const isInSample = (name: string): boolean => sha256(name) >= 'd';
  const names = readdirSync(CORPUS).filter((one) => one.includes('+') && (isLong || isInSample(one)));
  const lines: string[] = [];
  for (const name of names.toSorted()) {
    const args = ['check', '.', '--root', '.', '--no-cache', '--format', 'json', '--explain'];
    const { stdout } = await runCli(args, { cwd: join(CORPUS, name) });
    const findings = stdout.split('"code"').length - 1;
    const digest = sha256(stdout).slice(0, 16);
    lines.push(`${digest} ${String(findings).padStart(5)} ${name}`);
  }
  if (isLong) return expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(snapshot('corpus'));
  const pinned = readFileSync(join(import.meta.dirname, snapshot('corpus')), 'utf8')
    .trimEnd()
    .split('\n');
  expect(lines, 'update with TEST_LONG=1').toEqual(pinned.filter((line) => isInSample(line.split(' ').at(-1) ?? '')));
});

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
