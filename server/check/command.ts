import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import pc from 'picocolors';
import { diskFiles } from '../../skill/disk.ts';
import type { Profile } from '../protocol.ts';
import { cacheHome } from './cache-home.ts';
import { formatJson } from './json.ts';
import { keepIn } from './keep.ts';
import { formatPretty } from './pretty.ts';
import { count } from './report.ts';
import { runCheck } from './run.ts';
import { safe } from './terminal.ts';

interface Flags {
  readonly format: 'pretty' | 'json';
  readonly profile: Profile;
  readonly maxWarnings?: number;
  readonly root?: string;
  readonly cache: boolean;
}

/** `skillwright check`: exits 0 without errors, 1 with errors or too many warnings, 2 on wrong use or unreadable input. */
export function checkCommand(): Command {
  return new Command('check')
    .description('Checks skills for what a model will go wrong on.')
    .argument('[path...]', 'folders with skills, skills, or single files; default: the working folder')
    .addOption(new Option('--format <format>', 'how to print').choices(['pretty', 'json']).default('pretty'))
    .addOption(
      new Option('--profile <profile>', 'the client whose rules apply')
        .choices(['auto', 'spec', 'vscode', 'claude', 'adk', 'codex'])
        .default('auto'),
    )
    .option('--max-warnings <number>', 'exit 1 above this many warnings', wholeNumber)
    .option(
      '--root <folder>',
      'the repository or workspace around the skills; default: the git repository of each path',
    )
    .option('--no-cache', 'look at every file anew')
    .addHelpText('after', '\nExamples:\n  skillwright check .claude/skills\n  skillwright check --format json my-skill')
    .action(async (paths: string[], flags: Flags) => {
      process.exitCode = await check(paths.length > 0 ? paths : ['.'], flags);
    });
}

async function check(
  paths: readonly string[],
  { format, profile, maxWarnings, root, cache }: Flags,
): Promise<0 | 1 | 2> {
  const version = rulesVersion();
  const result = await runCheck({
    paths,
    cwd: process.cwd(),
    fs: diskFiles(),
    settings: { profile, levels: new Map() },
    onRuleError: (code, document, error) => complain(`rule ${code} failed on ${document}: ${String(error)}`),
    checkSkills: async (job) => (await import('./threads.ts')).checkOnThreads(job),
    ...(root === undefined ? {} : { root }),
    ...(cache && version !== undefined ? { keeping: keepIn(join(cacheHome(), 'skillwright', 'check'), version) } : {}),
  });
  if (result.kind === 'unreadable') {
    complain(result.message);
    return 2;
  }
  const { report } = result;
  // A reader that has seen enough (`| head`) closes the pipe; that is no error.
  process.stdout.on('error', () => {});
  // Exit by `exitCode` alone: `process.exit` would cut what a pipe has not taken yet.
  process.stdout.write(format === 'json' ? formatJson(report) : formatPretty(report, hasColor()));
  const tooMany = maxWarnings !== undefined && count(report, 'warning') > maxWarnings;
  return count(report, 'error') > 0 || tooMany ? 1 : 0;
}

/**
 * What changes with every change of the rules: the bundler names this piece by a hash of all that it imports. Undefined
 * where the sources run unbundled.
 */
function rulesVersion(): string | undefined {
  return /-([0-9A-Z]{8})\.mjs$/.exec(import.meta.url)?.[1];
}

function hasColor(): boolean {
  return process.stdout.isTTY ? pc.isColorSupported : Boolean(process.env.FORCE_COLOR);
}

function complain(message: string): void {
  process.stderr.write(`skillwright: ${safe(message)}\n`);
}

function wholeNumber(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return Number(value);
}
