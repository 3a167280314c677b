/** The options that `skillwright eval` and `eval merge` share, and their parsing. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { defined } from '../../skill/index.ts';
import { parseShard, type Shard } from '../evals/trials/shard.ts';

/** The value of `--baseline` for a comparison without the skill. */
export const ABSENT = 'absent';

/** Adds the options for results that `skillwright eval` and `eval merge` have in common. */
export function addResultOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--min-pass <rate>', 'lowest pass rate with the skill, 0 to 1; exits with 1 below it').argParser(
        parseRate,
      ),
    )
    .addOption(
      new Option('--max-misses <n>', 'missing files that a trial may request; exits with 1 above it').argParser(
        parseWhole(0, 1_000_000),
      ),
    )
    .option('--compare <dir>', 'show what changed since the results in this folder, for the cases of both')
    .option(
      '--verdicts <path>',
      "compare the judge with a person's verdicts: a file, or a folder with grading.json files",
    )
    .option('--summary <file>', "write a Markdown summary (default: GitHub's job summary, if there is one)")
    .option('--html <file>', 'write the results as one HTML page that works offline')
    .option('--html-timelines', 'also write the timelines of up to 20 failed trials, in a folder next to the page')
    .option('--json', 'print the results as JSON, as in results.json');
}

/** Creates the parser of a whole number within limits. */
export function parseWhole(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isInteger(value) || value < min || value > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return value;
  };
}

/** Parses the value of `--shard`. */
export function parseShardOption(text: string): Shard {
  const shard = parseShard(text);
  if (shard === undefined) throw new InvalidArgumentError('It must be a shard such as 1/3, 2/3 or 3/3.');
  return shard;
}

/** A limit for one provider, or for all others if `provider` is absent. */
export interface ProviderLimit {
  readonly provider?: string;
  readonly limit: number;
}

/** Parses a value such as `4` or `anthropic=4`, and adds it to earlier ones. */
export function parseProviderLimit(text: string, earlier: readonly ProviderLimit[] = []): readonly ProviderLimit[] {
  const match = /^(?:([\w.-]+)=)?(\d{1,6})$/.exec(text);
  const limit = Number(match?.[2]);
  if (match === null || limit < 1)
    throw new InvalidArgumentError('It must be a number such as 4, or PROVIDER=4 for one provider.');
  const [, provider] = match;
  return [...earlier, defined({ provider, limit })];
}

/** Returns the limit for a provider; undefined if there is none. */
export function limitFor(provider: string, limits: readonly ProviderLimit[] = []): number | undefined {
  const own = limits.findLast((one) => one.provider === provider);
  return (own ?? limits.findLast((one) => one.provider === undefined))?.limit;
}

function parseRate(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1)) throw new InvalidArgumentError('It must be from 0 to 1.');
  return value;
}
