/** Examines why hooks say nothing: whether they are installed, whether they have ever run, and what prevents them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { homeFolder } from '../../skill/disk.ts';
import { defined, own } from '../../skill/index.ts';
import { fieldsOf } from '../text/values.ts';
import { hookFolder, linesOf } from '../user-data/hook-record.ts';
import { fileOf, HOOK_CLIENTS, type HookScope, MARK, programFile } from './install.ts';
import { clientFolders, clientName, HOOK_PLACES, PLUGIN_PLACE } from './places.ts';

/** The known facts about the hooks of a client. */
export interface HookReport {
  readonly client: string;
  readonly name: string;
  /** True if the client has a folder in the home directory. */
  readonly isUsed: boolean;
  readonly installed: readonly { readonly scope: HookScope['kind']; readonly file: string }[];
  /** The sessions in which a hook ran: in the folder or below it, and elsewhere. `last` is ISO 8601. */
  readonly runs: { readonly here: number; readonly elsewhere: number; readonly last?: string };
  readonly problems: readonly string[];
}

/** Returns what is known about the hooks of all clients in a folder. */
export function examine(folder: string): readonly HookReport[] {
  return HOOK_CLIENTS.map((client) => {
    const place = HOOK_PLACES.find(({ clients }) => clients.includes(client)) ?? PLUGIN_PLACE;
    const scopes: readonly HookScope[] = [{ kind: 'user' }, { kind: 'project', folder }];
    const installed = scopes.flatMap((scope) => {
      const file = fileOf(place, scope);
      return textOf(file)?.includes(MARK) === true ? [{ scope: scope.kind, file }] : [];
    });
    const runs = runsIn(client, folder);
    return {
      client,
      name: clientName(client),
      isUsed: clientFolders(client).some((one) => existsSync(join(homeFolder(), one))),
      installed,
      runs,
      problems: installed.length === 0 ? [] : [...problemsOf(client, place, scopes), ...hintsFor(client, runs.here)],
    };
  });
}

function problemsOf(
  client: string,
  place: (typeof HOOK_PLACES)[number] | typeof PLUGIN_PLACE,
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

function runsIn(client: string, folder: string): HookReport['runs'] {
  const sessions = join(hookFolder(), 'sessions', client);
  let here = 0;
  let elsewhere = 0;
  let last = 0;
  for (const name of namesIn(sessions)) {
    const [first, ...others] = linesOf(join(sessions, name));
    if (first?.event !== 'session') continue;
    const isHere =
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
