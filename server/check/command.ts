import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import pc from 'picocolors';
import { cacheFolder } from '../../skill/disk.ts';
import type { Profile } from '../protocol.ts';
import type { Settings } from '../settings.ts';
import { digest } from './kept-files.ts';
import type { Format } from './look.ts';
import { type Printed, recall, remember } from './recall.ts';
import { safe } from './terminal.ts';

interface Flags {
  readonly format: Format;
  readonly profile?: Profile;
  readonly fix: boolean;
  readonly baseline?: string;
  readonly updateBaseline: boolean;
  readonly maxWarnings?: number;
  readonly root?: string;
  readonly cache: boolean;
  readonly explain: boolean;
}

/** `skillwright check`: exits 0 without errors, 1 with errors or too many warnings, 2 on wrong use or unreadable input. */
export function checkCommand(): Command {
  return new Command('check')
    .description('Checks skills for what a model will go wrong on.')
    .argument('[path...]', 'folders with skills, skills, or single files; default: the working folder')
    .addOption(
      new Option('--format <format>', 'how to print').choices(['pretty', 'json', 'sarif', 'github']).default('pretty'),
    )
    .addOption(
      new Option(
        '--profile <profile>',
        'the client whose rules apply; default: that of .skillwright.json, else auto',
      ).choices(['auto', 'spec', 'vscode', 'claude', 'adk', 'codex']),
    )
    .option('--fix', 'write the fixes that are right whatever was meant into the files', false)
    .option('--baseline <file>', 'leave out the findings that this file has')
    .option('--update-baseline', 'write all findings into that file', false)
    .option('--max-warnings <number>', 'exit 1 above this many warnings', wholeNumber)
    .option(
      '--root <folder>',
      'the repository or workspace around the skills; default: the git repository of each path',
    )
    .option('--explain', 'say how certain each finding is, and which clues that follows from', false)
    .option('--no-cache', 'look at every file anew')
    .addHelpText('after', '\nExamples:\n  skillwright check .claude/skills\n  skillwright check --format json my-skill')
    .action(async (paths: string[], flags: Flags) => {
      if (paths.includes('')) {
        complain(
          'a path is empty: a variable that is not set, perhaps. Name a folder, or none for the working folder.',
        );
        process.exitCode = 2;
        return;
      }
      if (flags.updateBaseline && flags.baseline === undefined) {
        complain('--update-baseline needs --baseline FILE.');
        process.exitCode = 2;
        return;
      }
      process.exitCode = await check(paths.length > 0 ? paths : ['.'], flags);
    });
}

async function check(paths: readonly string[], flags: Flags): Promise<0 | 1 | 2> {
  const { format, root, cache, fix, explain } = flags;
  const version = rulesVersion();
  const kept = cache && version !== undefined ? { folder: cacheFolder(), version } : undefined;
  const options = {
    paths,
    cwd: process.cwd(),
    format,
    explain,
    color: hasColor(process.env, process.stdout.isTTY),
    ...(root === undefined ? {} : { root }),
  };
  const printedIn = join(cacheFolder(), 'printed');
  const settings: Settings = {
    profile: flags.profile ?? 'auto',
    firmProfile: flags.profile !== undefined,
    levels: new Map(),
    explain,
  };
  const { profile, firmProfile } = settings;
  const baseline = flags.baseline === undefined ? undefined : { file: flags.baseline, update: flags.updateBaseline };
  // A run that writes, or compares with a file that others write, is not told from memory.
  const key = kept && !fix && !baseline ? digest(JSON.stringify([version, profile, firmProfile, options])) : undefined;
  const before = key === undefined ? undefined : recall(printedIn, key);
  if (before) return print(before, flags);

  // What looks at anything is loaded only now.
  const { look } = await import('./look.ts');
  const result = await look({ ...options, settings, fix, baseline, kept, complain });
  if (result.kind === 'unreadable') {
    complain(result.message);
    return 2;
  }
  const { printed, looked } = result;
  if (key !== undefined && looked) remember(printedIn, key, looked, printed);
  return print(printed, flags);
}

function print({ text, errors, warnings }: Printed, { maxWarnings }: Flags): 0 | 1 {
  // A reader that has seen enough (`| head`) closes the pipe; that is no error.
  process.stdout.on('error', () => {});
  // Exit by `exitCode` alone: `process.exit` would cut what a pipe has not taken yet.
  process.stdout.write(text);
  const tooMany = maxWarnings !== undefined && warnings > maxWarnings;
  return errors > 0 || tooMany ? 1 : 0;
}

/**
 * What changes with every change of the rules: the bundler names this piece by a hash of all that it imports. Undefined
 * where the sources run unbundled.
 */
function rulesVersion(): string | undefined {
  return /-([0-9A-Z]{8})\.mjs$/.exec(import.meta.url)?.[1];
}

/** `NO_COLOR` wins over `FORCE_COLOR`, whose `0` and `false` mean none; without both a terminal that has colors decides. */
export function hasColor(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return !/^(?:0|false)$/i.test(env.FORCE_COLOR);
  return isTerminal && pc.isColorSupported;
}

function complain(message: string): void {
  process.stderr.write(`skillwright: ${safe(message)}\n`);
}

function wholeNumber(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return Number(value);
}
