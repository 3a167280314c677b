/** Examines why hooks say nothing: whether they are installed, whether they have ever run, and what prevents them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { homeFolder } from '../../skill/disk.ts';
import { defined, own } from '../../skill/index.ts';
import type { HookOptions, HookReport } from '../protocol/hooks.ts';
import { fieldsOf } from '../text/values.ts';
import { hookFolder, linesOf } from '../user-data/hook-record.ts';
import { fileOf, HOOK_CLIENTS, type HookScope, MARK, programFile } from './install.ts';
import { clientFolders, clientName, type HookPlace, placeOf } from './places.ts';

/** Returns what is known about the hooks of all clients, in a folder if one is given. */
export function examine(folder: string | undefined): readonly HookReport[] {
  return HOOK_CLIENTS.map((client) => {
    const place = placeOf(client);
    const user: HookScope = { kind: 'user' };
    const project: HookScope | undefined = folder === undefined ? undefined : { kind: 'project', folder };
    // In the home itself a project's file is that of the user.
    const isOther = project !== undefined && fileOf(place, project) !== fileOf(place, user);
    const scopes = isOther ? [user, project] : [user];
    const installed = scopes.flatMap((scope) => {
      const file = fileOf(place, scope);
      const text = textOf(file) ?? '';
      return text.includes(MARK) ? [{ scope: scope.kind, file, ...optionsIn(text) }] : [];
    });
    const runs = runsIn(client, folder);
    const plugin = pluginOf(place);
    const inSettings = installed.length > 0;
    const isTwice = inSettings && plugin !== undefined;
    const problems = [
      ...(inSettings ? problemsOf(client, place, scopes) : []),
      ...(isTwice
        ? [
            `The hooks run twice, because the plugin has them, too. Run \`skillwright hook uninstall --client ${client}\`.`,
          ]
        : []),
      ...(inSettings || plugin !== undefined ? hintsFor(client, runs.here) : []),
    ];
    return defined<HookReport>({
      client,
      name: clientName(client),
      isUsed: clientFolders(client).some((one) => existsSync(join(homeFolder(), one))),
      installed,
      plugin,
      runs,
      problems,
    });
  });
}

/** Returns the file of a client that names our plugin; undefined if it is not installed. */
function pluginOf({ user, project, plugin }: Pick<HookPlace, 'user' | 'project' | 'plugin'>): string | undefined {
  if (plugin === undefined) return undefined;
  const file = join(dirname(fileOf({ user, project }, { kind: 'user' })), plugin);
  return /"skillwright["@]/.test(textOf(file) ?? '') ? file : undefined;
}

function problemsOf(
  client: string,
  place: Pick<HookPlace, 'user' | 'project'>,
  scopes: readonly HookScope[],
): readonly string[] {
  const problems: string[] = [];
  if (!existsSync(programFile()))
    problems.push(`The program of the hooks is missing. Run \`skillwright hook install --client ${client}\` again.`);
  if (process.env.SKILLWRIGHT_HOOKS === 'off')
    problems.push('SKILLWRIGHT_HOOKS is off in this terminal: hooks say nothing.');
  for (const scope of scopes) {
    const file = fileOf(place, scope);
    const text = textOf(file);
    if (text === undefined) continue;
    const node = nodeIn(text);
    if (node !== undefined && isAbsolute(node) && !existsSync(node))
      problems.push(
        `${node}, the Node.js that ${file} names, does not exist. Run \`skillwright hook install --client ${client}\` again.`,
      );
    const settings = fieldsOf(parse(text, [], { allowTrailingComma: true }));
    if (settings.disableAllHooks === true) problems.push(`${file} has "disableAllHooks": true.`);
    if (fieldsOf(settings.hooksConfig).enabled === false) problems.push(`${file} has "hooksConfig.enabled": false.`);
  }
  if (client === 'codex') {
    const config = textOf(join(dirname(fileOf(place, { kind: 'user' })), 'config.toml')) ?? '';
    if (/^[ \t]*hooks[ \t]*=[ \t]*false/m.test(config))
      problems.push('config.toml of Codex has "hooks = false" under [features].');
  }
  return problems;
}

/** The silent reasons for which hooks do not run, if they have not run yet. */
function hintsFor(client: string, runs: number): readonly string[] {
  if (runs > 0) return [];
  const hints: Readonly<Record<string, string>> = {
    codex: 'Codex skips a hook until you have reviewed it: enter /hooks in Codex.',
    'gemini-cli': 'Gemini CLI runs hooks of a project only in a folder that you have trusted.',
    'copilot-cli': 'Copilot CLI runs hooks of a repository only in a folder that you have trusted.',
  };
  const hint = own(hints, client);
  return [...(hint === undefined ? [] : [hint]), 'A session reads its hooks when it starts: start a new one.'];
}

/** Returns the Node.js that a command of ours names. */
function nodeIn(text: string): string | undefined {
  const line = text.split('\n').find((one) => one.includes(MARK)) ?? '';
  const words = line.slice(0, line.indexOf(MARK)).match(/'[^']+'|[^\s"']+/g) ?? [];
  return words.map((word) => word.replaceAll("'", '')).find((word) => /(?:^|[\\/])node(?:\.exe)?$/.test(word));
}

/** Returns the options of the first command of ours in a text. */
function optionsIn(text: string): Partial<HookOptions> {
  const [, command = ''] = text.split(MARK);
  const [, guard] = /--guard\W+(advise|on|off)\b/.exec(command) ?? [];
  const [, check] = /--check\W+(on|stop|off)\b/.exec(command) ?? [];
  return defined<Partial<HookOptions>>({
    guard: guard as HookOptions['guard'] | undefined,
    check: check as HookOptions['check'] | undefined,
  });
}

function runsIn(client: string, folder: string | undefined): HookReport['runs'] {
  const sessions = join(hookFolder(), 'sessions', client);
  let here = 0;
  let elsewhere = 0;
  let last = 0;
  for (const name of namesIn(sessions)) {
    const [first, ...others] = linesOf(join(sessions, name));
    if (first?.event !== 'session') continue;
    const isHere =
      folder === undefined ||
      first.directory === folder ||
      first.directory.startsWith(`${folder}/`) ||
      first.directory.startsWith(`${folder}\\`);
    if (isHere) {
      here++;
      last = Math.max(last, others.at(-1)?.at ?? first.at);
    } else elsewhere++;
  }
  return defined({ here, elsewhere, last: last === 0 ? undefined : new Date(last).toISOString() });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  } catch {
    return [];
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
