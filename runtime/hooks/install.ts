/** Installs hooks for clients, and removes them. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { homeFolder } from '../../skill/disk.ts';
import { defined, own } from '../../skill/index.ts';
import type { HookOptions } from '../protocol/hooks.ts';
import { hookFolder } from '../user-data/hook-record.ts';
import { argumentsOf, bashCommand, type HookProgram, posixCommand, powershellCommand } from './hook-command.ts';
import { type InstalledFile, installedVersion, readInstalled, saveInstalled } from './installed.ts';
import { pluginText } from './opencode-plugin.ts';
import { type EntryValues, HOOK_PLACES, type HookPlace, PLUGIN_PLACE } from './places.ts';
import { undone, withHooks, withoutHooks } from './settings-file.ts';
import { writeWhole } from './write-whole.ts';

/** The clients for which hooks can be installed. */
export const HOOK_CLIENTS: readonly string[] = [...HOOK_PLACES.flatMap(({ clients }) => clients), PLUGIN_PLACE.client];

/** The place of hooks: for the user, or in a project's folder. */
export type HookScope = { readonly kind: 'user' } | { readonly kind: 'project'; readonly folder: string };

/** A planned change of a file. */
export interface PlannedChange {
  readonly clients: readonly string[];
  readonly file: string;
  readonly before?: string;
  /** Absent if the file is removed. */
  readonly after?: string;
  readonly undo: InstalledFile['undo'];
  /** A step that is left to the user. */
  readonly note?: string;
}

/** A file that cannot be changed, and why. */
export interface RefusedChange {
  readonly clients: readonly string[];
  readonly file: string;
  readonly message: string;
}

export interface HookPlan {
  readonly changes: readonly PlannedChange[];
  readonly refused: readonly RefusedChange[];
}

/** Text by which our entries are recognized: the name of the program's file in the user's folder. */
export const MARK = 'skillwright-hook.cjs';

/** Returns the path of the program of hooks: without a version, so that no client asks again after an update. */
export const programFile = (): string => join(hookFolder(), MARK);

/** Plans what `hook install` changes; nothing is written. */
export function planInstall(
  clients: readonly string[],
  scope: HookScope,
  options: HookOptions,
  program: HookProgram,
): HookPlan {
  const changes: PlannedChange[] = [];
  const refused: RefusedChange[] = [];
  for (const place of HOOK_PLACES) {
    const concerned = place.clients.filter((one) => clients.includes(one));
    const [client] = place.clients;
    if (concerned.length === 0 || client === undefined) continue;
    const file = fileOf(place, scope);
    const before = original(file);
    const entries = Object.fromEntries(
      Object.entries(place.events).map(([event, matcher]) => [
        event,
        entryOf(place, matcher, program, client, options, place.namesEvents === true ? event : undefined),
      ]),
    );
    const result = place.kind === 'own' ? ownFile(place, entries) : withHooks(before ?? '', entries, MARK);
    if (result.kind === 'refused') refused.push({ clients: concerned, file, message: result.message });
    else if (result.kind === 'changed')
      changes.push(
        defined<PlannedChange>({
          clients: concerned,
          file,
          before,
          after: result.text,
          undo: result.undo,
          note: place.after,
        }),
      );
  }
  if (clients.includes(PLUGIN_PLACE.client)) {
    const file = fileOf(PLUGIN_PLACE, scope);
    changes.push(
      defined<PlannedChange>({
        clients: [PLUGIN_PLACE.client],
        file,
        before: textAt(file),
        after: pluginText(program.node, [program.file, ...argumentsOf(PLUGIN_PLACE.client, options)]),
        undo: [],
      }),
    );
  }
  return { changes, refused };
}

/**
 * Carries out a plan, and remembers how to take it back. Throws like `fs` if a file cannot be written; what was written stays.
 * @param version the version of the program, which replaces an older one
 * @param by what installs them, if it is not the command line
 */
export function applyInstall(
  { changes }: HookPlan,
  hookProgram: Uint8Array,
  version: string,
  by?: InstalledFile['by'],
): void {
  // Without a change, the program of hooks that are installed already is updated.
  if (changes.length === 0 && readInstalled().length === 0) return;
  if (!existsSync(programFile()) || !isOlder(version, installedVersion())) {
    writeWhole(programFile(), hookProgram, 0o755);
    saveInstalled(readInstalled(), version);
  }
  for (const { clients, file, before, after, undo } of changes) {
    if (after === undefined) continue;
    const folders = missingFolders(dirname(file));
    const others = readInstalled().filter((one) => one.file !== file);
    // First, so that a killed process leaves nothing that `uninstall` does not know.
    const isCreated = before === undefined;
    const one = defined<InstalledFile>({ file, clients, isCreated, folders, by, after: hashOf(after), undo });
    saveInstalled([...others, one]);
    writeWhole(file, after);
  }
}

/** Plans what `hook uninstall` changes: files are as before if nothing else has changed them, else only our entries go. */
export function planUninstall(clients: readonly string[], scope: HookScope): HookPlan {
  const plans = [...HOOK_PLACES, PLUGIN_PLACE].map((place) => {
    const ids: readonly string[] = 'clients' in place ? place.clients : [place.client];
    const concerned = ids.filter((one) => clients.includes(one));
    return concerned.length === 0 ? NO_CHANGE : planFile(fileOf(place, scope), concerned);
  });
  return { changes: plans.flatMap(({ changes }) => changes), refused: plans.flatMap(({ refused }) => refused) };
}

const NO_CHANGE: HookPlan = { changes: [], refused: [] };

/**
 * Plans how our hooks are taken out of a file.
 * @param concerned the clients that read it; by default those for which they were installed
 */
function planFile(file: string, concerned?: readonly string[]): HookPlan {
  const before = textAt(file);
  if (before === undefined || !before.includes(MARK)) return NO_CHANGE;
  const known = readInstalled().find((one) => one.file === file);
  const clients = concerned ?? known?.clients ?? [];
  const base = { clients, file, before, undo: [] };
  // Their name alone says that they are ours.
  if (/^skillwright\.\w+$/.test(basename(file))) return { changes: [base], refused: [] };
  if (known !== undefined && known.after === hashOf(before))
    return { changes: [known.isCreated ? base : { ...base, after: undone(before, known.undo) }], refused: [] };
  const result = withoutHooks(before, MARK);
  if (result.kind === 'refused') return { changes: [], refused: [{ clients, file, message: result.message }] };
  return result.kind === 'changed' ? { changes: [{ ...base, after: result.text }], refused: [] } : NO_CHANGE;
}

/** Carries out the plan of an uninstallation. The program goes with the last file. Throws like `fs`. */
export function applyUninstall({ changes }: HookPlan): void {
  for (const { file, after } of changes) {
    const known = readInstalled();
    const folders = known.find((one) => one.file === file)?.folders ?? [];
    if (after === undefined) {
      rmSync(file, { force: true });
      for (const folder of folders.toReversed()) if (!removeEmpty(folder)) break;
    } else writeWhole(file, after);
    saveInstalled(known.filter((one) => one.file !== file));
  }
  if (readInstalled().length === 0) {
    rmSync(programFile(), { force: true });
    rmSync(join(hookFolder(), 'installed.json'), { force: true });
  }
}

/**
 * Replaces the installed program by a newer one. False if none is installed, or it is not older. Throws like `fs`.
 * @param read returns the content of the newer program
 */
export function refreshProgram(read: () => Uint8Array, version: string): boolean {
  if (readInstalled().length === 0 || !isOlder(installedVersion(), version)) return false;
  writeWhole(programFile(), read(), 0o755);
  saveInstalled(readInstalled(), version);
  return true;
}

/** True if a version, as `1.2.3`, comes before another one. */
function isOlder(one: string, other: string): boolean {
  const [parts, others] = [one, other].map((version) => version.split(/[.-]/).map((part) => Number(part) || 0));
  const at = (parts ?? []).findIndex((part, index) => part !== (others?.[index] ?? 0));
  return at >= 0 && (parts?.[at] ?? 0) < (others?.[at] ?? 0);
}

/** Returns the plan that removes all hooks that one has installed, of all clients and in all projects. */
export function planRemoval(by: InstalledFile['by']): HookPlan {
  const plans = readInstalled()
    .filter((one) => one.by === by)
    .map(({ file }) => planFile(file));
  return { changes: plans.flatMap(({ changes }) => changes), refused: plans.flatMap(({ refused }) => refused) };
}

/**
 * Finds a Node that runs the program: the one that runs now, or the first of `PATH`; VS Code's own, which moves with its versions,
 * only if there is no other. Undefined if there is none. It is tried: a version manager's shim may need a shell.
 */
export function findNode(): Pick<HookProgram, 'node' | 'isElectron'> | undefined {
  const isElectron = process.versions.electron !== undefined;
  // The extension starts its processes with this variable, also on a server of VS Code, whose program is no Electron.
  if (!isElectron && process.env.ELECTRON_RUN_AS_NODE === undefined)
    return { node: process.execPath, isElectron: false };
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const node = join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
    if (isAbsolute(folder) && canRun(node, {})) return { node, isElectron: false };
  }
  return canRun(process.execPath, { ELECTRON_RUN_AS_NODE: '1' }) ? { node: process.execPath, isElectron } : undefined;
}

function canRun(node: string, extra: Readonly<Record<string, string>>): boolean {
  try {
    accessSync(node, constants.X_OK);
    const version = execFileSync(node, ['-p', 'process.versions.node'], {
      encoding: 'utf8',
      timeout: 5000,
      env: { ...process.env, ...extra },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number(version.split('.')[0]) >= 20;
  } catch {
    return false;
  }
}

/** Returns the file of a client in a scope, absolute. */
export function fileOf(place: Pick<HookPlace, 'user' | 'project'>, scope: HookScope): string {
  if (scope.kind === 'project') return join(scope.folder, place.project);
  const { path, variable, below } = place.user;
  const folder = variable === undefined ? undefined : own(process.env, variable);
  return folder !== undefined && isAbsolute(folder) ? join(folder, below ?? path) : join(homeFolder(), path);
}

function entryOf(
  place: HookPlace,
  matcher: string | undefined,
  program: HookProgram,
  client: string,
  options: HookOptions,
  event: string | undefined,
): unknown {
  const values = defined<EntryValues>({
    posix: posixCommand(program, client, options, event),
    bash: bashCommand(program, client, options, event),
    powershell: powershellCommand(program, client, options, event),
    program: program.node,
    args: [program.file, ...argumentsOf(client, options, event)],
    matcher,
  });
  return place.entry(values, process.platform);
}

function ownFile({ root }: HookPlace, entries: Readonly<Record<string, unknown>>) {
  const hooks = Object.fromEntries(Object.entries(entries).map(([event, entry]) => [event, [entry]]));
  return { kind: 'changed', text: `${JSON.stringify({ ...root, hooks }, null, 2)}\n`, undo: [] } as const;
}

/** Returns the text that a file had before our last change, if nothing else has changed it since. */
function original(file: string): string | undefined {
  const text = textAt(file);
  const known = readInstalled().find((one) => one.file === file);
  if (text === undefined || known === undefined || known.after !== hashOf(text)) return text;
  return known.isCreated ? undefined : undone(text, known.undo);
}

function textAt(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Returns the folders that do not exist, the outermost first. */
function missingFolders(folder: string): readonly string[] {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at);
  return missing;
}

function removeEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
