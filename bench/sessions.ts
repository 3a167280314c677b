/**
 * Sessions of other agents: `npm run bench:sessions [-- --dir DIR] [--fuzz N] [--seed N]`. Imports every sample in
 * `../shared/sessions` (or DIR; in a work tree, those next to the main checkout) and prints how its records were used, its calls with results, and its totals of tokens
 * compared with those that the file reports. Then imports N broken variants of the samples and of made-up sessions (2,000 by
 * default), a quarter of them as another format. Exits with 1 if a record is not accounted for, a total differs, a format is
 * unknown, or a variant throws or takes more than 10 s of processor time.
 */
import './own-folders.ts';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prettySession } from '../runtime/cli/pretty-session.ts';
import { createChance } from '../runtime/random.ts';
import { FORMATS } from '../runtime/sessions/formats.ts';
import { importSession } from '../runtime/sessions/import-session.ts';
import type { Fate } from '../runtime/sessions/log/record.ts';
import type { ImportFinished, SessionEvent } from '../runtime/sessions/log/session-event.ts';
import { SessionSummary } from '../runtime/sessions/session-summary.ts';
import { defined } from '../skill/index.ts';
import { MADE_UP_SESSIONS } from '../test/equipment/runtime/made-up-sessions/made-up-sessions.ts';
import { accountingFaults } from '../test/equipment/runtime/session-accounting.ts';
import { brokenVariant } from '../test/equipment/runtime/session-variants.ts';
import { sharedFolder } from './shared-folder.ts';

/** Maximum number of characters of a sample from which variants are built. */
const MAX_SOURCE = 60_000;
const MAX_PROCESSOR_MS = 10_000;
const COMPARED = ['inputTokens', 'outputTokens', 'cacheReadTokens'] as const;

const { values } = parseArgs({
  options: {
    dir: { type: 'string' },
    fuzz: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
  },
});
const dir = values.dir ?? sharedFolder('sessions');
let faults = 0;

interface Imported {
  readonly events: readonly SessionEvent[];
  readonly problems: readonly string[];
  readonly finished?: ImportFinished;
  readonly refused?: string;
}

async function read(file: string, format?: string): Promise<Imported> {
  const events: SessionEvent[] = [];
  const fates: Fate[] = [];
  const summary = new SessionSummary();
  const result = await importSession(
    file,
    defined({
      format,
      emit(event) {
        events.push(event);
        summary.add(event);
      },
      account: (_, fate) => void fates.push(fate),
    }),
  );
  if (result.kind === 'refused') return { events, problems: [], refused: result.message };
  const { finished } = result;
  prettySession(summary, finished);
  return { events, finished, problems: accountingFaults(events, fates, finished, result.format) };
}

const files = existsSync(dir)
  ? readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.includes('/') && statSync(join(dir, name)).isFile())
      .sort()
  : [];
const warning =
  files.length > 0
    ? undefined
    : `WARNING: no samples at ${dir}. Only made-up sessions are read; pass --dir for others.`;
if (warning !== undefined) console.log(warning);

console.log('sample | records = used + duplicate + metadata + raw + broken | results/calls | tokens in, out');
for (const name of files) {
  const { events, finished, refused, problems } = await read(join(dir, name));
  if (finished === undefined) {
    if (refused?.startsWith('Choose another session') !== true) faults++;
    console.log(`${name} | ${refused?.split(join(dir, name))[0]?.trim()}`);
    continue;
  }
  const { records, used, duplicate, metadata, raw, broken, usage, reportedUsage } = finished;
  const calls = events.filter(({ type }) => type === 'tool_call').length;
  const results = events.filter((event) => event.type === 'tool_result' && event.error_code !== 'CANCELLED').length;
  const isEqual = COMPARED.every(
    (key) => reportedUsage?.[key] === undefined || reportedUsage[key] === (usage[key] ?? 0),
  );
  const total =
    reportedUsage === undefined ? '' : isEqual ? ', as reported' : `, REPORTED ${JSON.stringify(reportedUsage)}`;
  if (!isEqual) faults++;
  faults += problems.length;
  console.log(
    `${name} | ${records} = ${used} + ${duplicate} + ${metadata} + ${raw} + ${broken} | ${results}/${calls} | ${usage.inputTokens ?? '?'}, ${usage.outputTokens ?? '?'}${total}${problems.map((problem) => ` | ${problem}`).join('')}`,
  );
}

const folder = mkdtempSync(join(tmpdir(), 'skillwright-sessions-'));
const file = join(folder, 'session');
const sources = [
  ...Object.values(MADE_UP_SESSIONS),
  ...files.map((name) => readFileSync(join(dir, name), 'utf8').slice(0, MAX_SOURCE)),
];
const count = Number(values.fuzz);
let imported = 0;
let slowest = 0;
try {
  for (let seed = Number(values.seed); seed < Number(values.seed) + count; seed++) {
    const chance = createChance(seed);
    writeFileSync(file, brokenVariant(chance.pick(sources), chance));
    const format = chance.oneIn(4) ? chance.pick(FORMATS).id : undefined;
    const before = process.cpuUsage();
    let problems: readonly string[] = [];
    try {
      const result = await read(file, format);
      problems = result.problems;
      if (result.finished !== undefined) imported++;
    } catch (error) {
      problems = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
    }
    const { user, system } = process.cpuUsage(before);
    slowest = Math.max(slowest, (user + system) / 1000);
    if ((user + system) / 1000 > MAX_PROCESSOR_MS) problems = [...problems, 'Too slow.'];
    for (const problem of problems.slice(0, 3)) console.log(`seed ${seed}: ${problem}`);
    faults += problems.length;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  `${count} broken variants: ${imported} imported, the others declined; slowest ${Math.round(slowest)} ms of processor time.`,
);
if (warning !== undefined) console.log(warning);
console.log(`Faults: ${faults}`);
process.exitCode = faults === 0 ? 0 : 1;
