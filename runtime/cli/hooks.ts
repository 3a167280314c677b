import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import { homeFolder } from '../../skill/disk.ts';
import { formatCount } from '../../skill/index.ts';
import { examine } from '../hooks/doctor.ts';
import {
  applyInstall,
  applyUninstall,
  findNode,
  HOOK_CLIENTS,
  type HookPlan,
  type HookScope,
  planInstall,
  planUninstall,
  programFile,
} from '../hooks/install.ts';
import { clientFolders, clientName } from '../hooks/places.ts';
import { jsonLine } from '../journal/json-line.ts';
import type { HookOptions, HookReport } from '../protocol/hooks.ts';
import { INVALID_USAGE } from './exit-codes.ts';
import type { Output } from './output.ts';
import { statsOf } from './stats-of.ts';

export interface HookUninstallOptions {
  /** The id of a client, or `all`. */
  readonly client: string;
  readonly project?: string;
  readonly dryRun?: boolean;
}

export interface HookInstallOptions extends HookUninstallOptions, HookOptions {}

export interface HookDoctorOptions {
  readonly cwd?: string;
  readonly json?: boolean;
}

/** Exit code if a file could not be changed. */
const FAILED = 1;

/** Installs hooks; returns the exit code. */
export async function installHooks(options: HookInstallOptions, output: Output): Promise<number> {
  const scope = scopeOf(options, output);
  const clients = clientsOf(options.client, scope, output);
  if (scope === undefined || clients === undefined) return INVALID_USAGE;
  if (clients.length === 0) {
    output.error(`No client was found. Name the one to install for: --client ${HOOK_CLIENTS.join('|')}.`);
    return FAILED;
  }
  const node = findNode();
  if (node === undefined) {
    output.error('No Node.js 20 or newer was found: the hooks need one. Install Node.js, and try again.');
    return FAILED;
  }
  const plan = planInstall(clients, scope, options, { ...node, file: programFile() });
  if (options.dryRun !== true) {
    try {
      applyInstall(plan, readFileSync(builtProgram()), manifest.version);
    } catch (error) {
      output.error(`The hooks could not be installed: ${messageOf(error)}`);
      return FAILED;
    }
  }
  printPlan(plan, options.dryRun === true ? ['Would write', 'Would remove'] : ['Wrote', 'Removed'], output);
  const notes = new Set(plan.changes.flatMap(({ note }) => (note === undefined ? [] : [note])));
  for (const note of notes) output.line(note);
  if (plan.changes.length === 0 && plan.refused.length === 0) output.line('The hooks are installed already.');
  else if (plan.changes.length > 0 && options.dryRun !== true)
    output.line(
      `From the next session on, the folders of skills that ${plural(plan)} are read when a requested file is missing.\nNothing else is read. What hooks say is kept in ${home(join(dirname(programFile()), 'sessions'))}, for you alone.`,
    );
  await output.flushed();
  return plan.refused.length === 0 ? 0 : FAILED;
}

/** Removes hooks; returns the exit code. */
export async function uninstallHooks(options: HookUninstallOptions, output: Output): Promise<number> {
  const scope = scopeOf(options, output);
  const clients = options.client === 'all' ? HOOK_CLIENTS : clientsOf(options.client, scope, output);
  if (scope === undefined || clients === undefined) return INVALID_USAGE;
  const plan = planUninstall(clients, scope);
  if (options.dryRun !== true) {
    try {
      applyUninstall(plan);
    } catch (error) {
      output.error(`The hooks could not be removed: ${messageOf(error)}`);
      return FAILED;
    }
  }
  printPlan(plan, options.dryRun === true ? ['Would restore', 'Would remove'] : ['Restored', 'Removed'], output);
  if (plan.changes.length === 0 && plan.refused.length === 0) output.line('No hooks are installed there.');
  await output.flushed();
  return plan.refused.length === 0 ? 0 : FAILED;
}

/** Prints what is known about hooks in a folder; returns the exit code. */
export async function examineHooks(options: HookDoctorOptions, output: Output): Promise<number> {
  const cwd = resolve(options.cwd ?? '.');
  if (statsOf(cwd)?.isDirectory() !== true) {
    output.error(`Specify a folder after --cwd: ${cwd} is not a folder.`);
    return INVALID_USAGE;
  }
  const reports = examine(cwd);
  if (options.json === true) output.line(jsonLine({ version: 1, folder: cwd, clients: reports }));
  else output.line(reports.map(prettyReport).join('\n\n'));
  await output.flushed();
  return 0;
}

function prettyReport({ name, installed, plugin, runs, problems }: HookReport): string {
  const places = [
    ...installed.map(({ file }) => `  installed in ${home(file)}`),
    ...(plugin === undefined ? [] : [`  installed as a plugin, which ${home(plugin)} names`]),
  ];
  const lines = [
    name,
    ...(places.length === 0 ? ['  not installed'] : places),
    runs.here > 0
      ? `  ran in ${formatCount(runs.here, 'session')} in this folder, last ${runs.last ?? ''}`
      : places.length > 0
        ? `  never ran in this folder${runs.elsewhere > 0 ? `, but in ${formatCount(runs.elsewhere, 'session')} elsewhere` : ''}`
        : undefined,
    ...problems.map((problem) => `  ! ${problem}`),
  ];
  return lines.filter((line) => line !== undefined).join('\n');
}

/** Prints the files of a plan. `verbs` are for a file that is written, and for one that is removed. */
function printPlan({ changes, refused }: HookPlan, verbs: readonly [string, string], output: Output): void {
  for (const { clients, file, after } of changes)
    output.line(`${verbs[after === undefined ? 1 : 0]} ${home(file)} (${clients.map(clientName).join(', ')})`);
  for (const { clients, file, message } of refused)
    output.error(
      `${home(file)} (${clients.map(clientName).join(', ')}) was not changed: ${message}. Correct it, and try again.`,
    );
}

function scopeOf({ project }: HookUninstallOptions, output: Output): HookScope | undefined {
  if (project === undefined) return { kind: 'user' };
  const folder = resolve(project);
  if (project !== '' && statsOf(folder)?.isDirectory() === true) return { kind: 'project', folder };
  output.error(`Specify a folder after --project: ${project || 'an empty path'} is not a folder.`);
  return undefined;
}

function clientsOf(client: string, scope: HookScope | undefined, output: Output): readonly string[] | undefined {
  if (client !== 'all' && !HOOK_CLIENTS.includes(client)) {
    output.error(
      `Specify a client after --client: ${HOOK_CLIENTS.join(', ')}, or all. ${client || 'An empty id'} is none.`,
    );
    return undefined;
  }
  if (client !== 'all') return [client];
  if (scope?.kind === 'project') return HOOK_CLIENTS;
  const found = HOOK_CLIENTS.filter((one) =>
    clientFolders(one).some((folder) => existsSync(join(homeFolder(), folder))),
  );
  const missing = HOOK_CLIENTS.filter((one) => !found.includes(one));
  if (missing.length > 0) output.line(`Not in your home directory, left out: ${missing.map(clientName).join(', ')}`);
  return found;
}

const plural = ({ changes }: HookPlan): string =>
  [...new Set(changes.flatMap(({ clients }) => clients))].map(clientName).join(', ') +
  (changes.length === 1 ? ' offers' : ' offer');

/** Returns a path with `~` for the home. */
function home(path: string): string {
  const folder = homeFolder();
  return path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`) ? `~${path.slice(folder.length)}` : path;
}

/** Returns the built program of hooks, next to the command line. */
function builtProgram(): string {
  const { url } = import.meta;
  return fileURLToPath(new URL(url.endsWith('.ts') ? '../../dist/hook.cjs' : '../hook.cjs', url));
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
