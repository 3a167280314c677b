import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import pc from 'picocolors';
import { cacheFolder } from '../../skill/disk.ts';
import { CHOSEN_CLIENTS, type Clients, clientsOfProfile, PROFILES, readClient } from '../clients.ts';
import type { ChosenClient, Profile } from '../protocol.ts';
import type { Settings } from '../settings.ts';
import { digest } from './cache-files.ts';
import type { FindChanges } from './changed.ts';
import type { Format } from './check-on-disk.ts';
import { type CachedOutput, readOutput, storeOutput } from './output-cache.ts';
import { safe } from './terminal.ts';

interface Flags {
  readonly format: Format;
  readonly clients?: readonly ChosenClient[];
  readonly profile?: Profile;
  readonly fix: boolean;
  readonly baseline?: string;
  readonly updateBaseline: boolean;
  readonly changedSince?: string;
  readonly maxWarnings?: number;
  readonly root?: string;
  readonly exclude: readonly string[];
  readonly cache: boolean;
  readonly explain: boolean;
}

/**
 * Creates the command `skillwright check`. It exits with 0 without errors, 1 with errors or too many warnings, 2 on wrong use or
 * unreadable input.
 * @param findChanges finds what has changed since a revision; loads what it needs when it is called
 */
export function checkCommand(findChanges: FindChanges): Command {
  return new Command('check')
    .argument('[path...]', 'folders with skills, skills, or single files; default: the working directory')
    .addOption(
      new Option('--format <format>', 'the output format')
        .choices(['pretty', 'json', 'sarif', 'github'])
        .default('pretty'),
    )
    .addOption(
      new Option(
        '--clients <list>',
        `the clients that the skills are for, separated by commas: ${CHOSEN_CLIENTS.join(', ')}; default: from .skillwright.json, or from the folders that contain the skills`,
      )
        .argParser(clientList)
        .conflicts('profile'),
    )
    .addOption(new Option('--profile <profile>', 'replaced by --clients').choices(PROFILES).hideHelp())
    .option('--fix', 'apply the fixes that are correct in any case', false)
    .option('--baseline <file>', 'ignore the findings listed in this file')
    .option('--update-baseline', 'write all findings to that file', false)
    .option(
      '--changed-since <revision>',
      'report only what has changed since this git revision, and what that broke elsewhere',
    )
    .option('--max-warnings <number>', 'exit with 1 if there are more warnings than this', wholeNumber)
    .option(
      '--root <folder>',
      'the repository or workspace around the skills; default: the git repository of each path',
    )
    .option(
      '--exclude <glob>',
      'files and folders not to check, relative to the working directory; can be repeated',
      (glob: string, others: readonly string[]) => [...others, glob],
      [],
    )
    .option(
      '--explain',
      'show how certain each finding is and the clues for it, what every other path without a file is taken for, and the patterns of paths in .skillwright.json',
      false,
    )
    .option('--no-cache', 'check every file again, without the cache')
    .addHelpText('after', '\nExamples:\n  skillwright check .claude/skills\n  skillwright check --format json my-skill')
    .action(async (paths: string[], flags: Flags) => {
      if (paths.includes('')) {
        printError(
          'Specify a folder, or no path for the working directory: a path is empty, perhaps because a variable is unset.',
        );
        process.exitCode = 2;
        return;
      }
      if (flags.updateBaseline && flags.baseline === undefined) {
        printError('Add --baseline FILE: --update-baseline needs it.');
        process.exitCode = 2;
        return;
      }
      if (flags.updateBaseline && flags.changedSince !== undefined) {
        printError('Leave out --changed-since: --update-baseline needs all findings.');
        process.exitCode = 2;
        return;
      }
      process.exitCode = await check(paths.length > 0 ? paths : ['.'], flags, findChanges);
    });
}

async function check(paths: readonly string[], flags: Flags, find: FindChanges): Promise<0 | 1 | 2> {
  const { format, root, exclude, cache, fix, explain, changedSince } = flags;
  const version = rulesVersion();
  const cacheOptions = cache && version !== undefined ? { folder: cacheFolder(), version } : undefined;
  const options = {
    paths,
    exclude,
    cwd: process.cwd(),
    format,
    explain,
    color: hasColor(process.env, process.stdout.isTTY),
    root,
  };
  const printedIn = join(cacheFolder(), 'printed');
  const chosen: Clients | undefined = flags.clients ?? clientsOfProfile(flags.profile);
  const settings: Settings = {
    clients: chosen ?? 'auto',
    overridesProjectClients: chosen !== undefined,
    levels: new Map(),
    explain,
  };
  const { clients, overridesProjectClients } = settings;
  const baseline = flags.baseline === undefined ? undefined : { file: flags.baseline, update: flags.updateBaseline };
  const changes = changedSince === undefined ? undefined : { since: changedSince, find };
  // Do not cache a run that writes files or compares with what others write.
  const key =
    cacheOptions && !fix && !baseline && !changes
      ? digest(JSON.stringify([version, clients, overridesProjectClients, options]))
      : undefined;
  const before = key === undefined ? undefined : readOutput(printedIn, key);
  if (before) return print(before, flags);

  // Loaded late: cached output needs none of it.
  const { checkOnDisk } = await import('./check-on-disk.ts');
  const result = await checkOnDisk({
    ...options,
    settings,
    fix,
    baseline,
    changes,
    cache: cacheOptions,
    onMessage: printError,
  });
  if (result.kind === 'unreadable') {
    printError(result.message);
    return 2;
  }
  const { printed, snapshot } = result;
  if (key !== undefined && snapshot) storeOutput(printedIn, key, snapshot, printed);
  return print(printed, flags);
}

function print({ text, errors, warnings }: CachedOutput, { maxWarnings }: Flags): 0 | 1 {
  // A reader may close the pipe early (`| head`); that is not an error.
  process.stdout.on('error', () => {});
  // Set only `exitCode`: `process.exit` would discard output that a pipe has not accepted yet.
  process.stdout.write(text);
  const tooMany = maxWarnings !== undefined && warnings > maxWarnings;
  return errors > 0 || tooMany ? 1 : 0;
}

/**
 * Returns a version that changes with the rules: the bundler names this chunk by a hash of everything it imports.
 * Undefined if the sources run unbundled.
 */
function rulesVersion(): string | undefined {
  return /-([0-9A-Z]{8})\.mjs$/.exec(import.meta.url)?.[1];
}

/** Returns true if output is colored. `NO_COLOR` overrides `FORCE_COLOR`, whose `0` and `false` mean none; otherwise the terminal decides. */
export function hasColor(env: NodeJS.ProcessEnv, isTerminal: boolean | undefined): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return !/^(?:0|false)$/i.test(env.FORCE_COLOR);
  // Node leaves `isTTY` undefined for a pipe.
  return isTerminal === true && pc.isColorSupported;
}

function printError(message: string): void {
  process.stderr.write(`skillwright: ${safe(message)}\n`);
}

function clientList(value: string): readonly ChosenClient[] {
  const clients = value.split(',').map((one) => {
    const client = readClient(one.trim());
    if (client === undefined) throw new InvalidArgumentError(`Use some of ${CHOSEN_CLIENTS.join(', ')}.`);
    return client;
  });
  return [...new Set(clients)];
}

function wholeNumber(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('Use a whole number, 0 or more.');
  return Number(value);
}
