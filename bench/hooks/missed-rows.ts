/** The collected misses of real agents as scenarios: the same request in the client in which it was seen, in a small layout. */
import { basename, dirname } from 'node:path/posix';
import type { RealClient } from '../clients/real-clients.ts';
import type { ScriptedCall } from '../clients/scripted-server.ts';
import type { Row } from '../real-misses/row.ts';
import { type RowWorld, worldOfRow } from '../real-misses/world-of-row.ts';
import type { HookPaths, Scenario } from './scenarios.ts';
import type { HookTools } from './tools.ts';

/** Rows with the same request in the same client, which are run once. */
export interface MissedRows {
  readonly ids: readonly string[];
  readonly client: string;
  readonly scenario: Scenario;
}

/** Rows that are not run, and why. */
export interface LeftOut {
  readonly id: string;
  readonly why: string;
}

type World = Extract<RowWorld, { kind: 'world' }>;

/** The clients that rows name, by the beginning of the name. */
const NAMED: readonly (readonly [RegExp, string])[] = [
  [/^codex/i, 'codex'],
  [/^claude[- ]code/i, 'claude-code'],
  [/^opencode/i, 'opencode'],
  [/^copilot-cli/i, 'copilot-cli'],
];

/** Clients that call a hook when a skill is asked for that they do not know (docs/live.md). */
const SEES_NAMES: ReadonlySet<string> = new Set(['copilot-cli', 'opencode']);

/** Returns the scenarios of the rows, equal ones once, and the rows that cannot be run. */
export function missedRows(
  rows: readonly Row[],
  clients: readonly RealClient[],
): { readonly run: readonly MissedRows[]; readonly leftOut: readonly LeftOut[] } {
  const groups = new Map<string, { ids: string[]; client: RealClient; row: Row; world: World }>();
  const leftOut: LeftOut[] = [];
  for (const [index, row] of rows.entries()) {
    const id = NAMED.find(([pattern]) => pattern.test(row.client))?.[1];
    const client = clients.find((one) => one.id === id);
    const world = worldOfRow(row, rows[index - 1]);
    const why =
      client === undefined
        ? `seen in ${row.client}`
        : world.kind !== 'world'
          ? world.why
          : world.place !== undefined && !world.known.skills.some(({ name }) => world.place?.includes(`/${name}/`))
            ? 'the file is in no skill'
            : world.request.by === 'skill' && !SEES_NAMES.has(client.id)
              ? 'the client calls no hook for an unknown name'
              : undefined;
    if (why !== undefined || client === undefined || world.kind !== 'world') {
      leftOut.push({ id: row.id, why: why ?? '' });
      continue;
    }
    const { request, place } = world;
    const key = [client.id, request.by, request.asked, place].join('\n');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { ids: [row.id], client, row, world });
    else group.ids.push(row.id);
  }
  const run = [...groups.values()].map(({ ids, client, row, world }) => ({
    ids,
    client: client.id,
    scenario: scenarioOf(ids[0] ?? '', client, world, row.asksFor === 'file'),
  }));
  return { run, leftOut };
}

/** A path of a bundled file is known only from the text of a skill, so the skill is loaded before. */
function scenarioOf(id: string, client: RealClient, { request, known, place }: World, loads: boolean): Scenario {
  const [skill] = known.skills;
  const skillName = known.skills.find(({ name }) => place?.includes(`/${name}/`))?.name ?? skill?.name;
  const loadsFirst = loads && skill !== undefined;
  return {
    id,
    modes: ['advise'],
    files: (paths) => filesOf(paths, client, { request, known, place }),
    step(step, tools, paths) {
      if (loadsFirst && step === 0)
        return [tools.load(skill.name, folderIn(paths, client, request, `${skill.folder}/SKILL.md`, skill.name))];
      return step === (loadsFirst ? 1 : 0) ? [callOf(request, tools, paths)] : [];
    },
    expects(paths, text) {
      const said = JSON.stringify(text).slice(1, -1);
      if (place === undefined)
        return /No skill .{1,200} is offered here|has no file/.test(text) ? 'no such file or skill' : 'NOTHING SAID';
      const folder = folderIn(paths, client, request, place, skillName);
      const target = targetIn(folder, place, skillName);
      const forms = [target, target.replace(paths.home, '~'), target.replace(`${paths.workspace}/`, '')];
      return forms.some((form) => new RegExp(`(?:is at|, at) .{1,4}${escaped(form)}`).test(said)) ? 'told' : 'NOT TOLD';
    },
  };
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Moves a path of a row into the folders of the scenario. */
function moved(path: string, { home, workspace }: HookPaths, request: World['request']): string {
  const slashed = path.replaceAll('\\', '/').replace(/^C:/, '/c:');
  const { directory = '/', home: from = '/' } = request;
  if (slashed === directory || slashed.startsWith(`${directory}/`))
    return `${workspace}${slashed.slice(directory.length)}`;
  if (slashed === from || slashed.startsWith(`${from}/`)) return `${home}${slashed.slice(from.length)}`;
  return slashed.startsWith('/') ? `${dirname(home)}/elsewhere${slashed}` : slashed;
}

/** The folder in which a skill is: its own if the client looks there, otherwise one where it does. */
function folderIn(
  paths: HookPaths,
  { folders }: RealClient,
  request: World['request'],
  place: string,
  name = '',
): string {
  const at = moved(place, paths, request);
  const [, folder = dirname(at)] = new RegExp(`^(.*/${escaped(name)})/`).exec(at) ?? [];
  const places = [`${paths.home}/${folders.user}`, `${paths.workspace}/${folders.project}`];
  if (places.includes(dirname(folder))) return folder;
  const asked = moved(absolute(request), paths, request);
  const free = places.find((one) => !asked.startsWith(`${one}/`)) ?? places[0] ?? '';
  return `${free}/${name}`;
}

const absolute = ({ asked, home = '/', directory = '/' }: World['request']): string => {
  const slashed = asked.replaceAll('\\', '/').replace(/^C:/, '/c:').replace(/^~/, home).replace(/^\.\//, '');
  return slashed.startsWith('/') ? slashed : `${directory}/${slashed}`;
};

function targetIn(folder: string, place: string, name = ''): string {
  const [, file = basename(place)] = new RegExp(`/${escaped(name)}/(.+)$`).exec(place) ?? [];
  return `${folder}/${file}`;
}

function filesOf(
  paths: HookPaths,
  client: RealClient,
  { request, known, place }: Pick<World, 'request' | 'known' | 'place'>,
): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const { name, folder: place0, files: bundled = ['SKILL.md'], written = [] } of known.skills) {
    const folder = folderIn(
      paths,
      client,
      request,
      place?.includes(`/${name}/`) === true ? place : `${place0}/SKILL.md`,
      name,
    );
    for (const file of bundled) files[`${folder}/${file}`] = `The text of ${file}.\n`;
    const lines = [...written].map(({ path }) => `Read \`${path}\`.\n`).join('\n');
    files[`${folder}/SKILL.md`] = `---\nname: ${name}\ndescription: Does ${name}.\n---\n\n${lines || 'Do it.\n'}`;
  }
  return files;
}

function callOf({ asked, by, ...request }: World['request'], tools: HookTools, paths: HookPaths): ScriptedCall {
  const isAbsolute = /^(?:\/|[A-Za-z]:)/.test(asked);
  const path = isAbsolute ? moved(asked, paths, { asked, by, ...request }) : asked.replaceAll('\\', '/');
  if (by === 'skill' && tools.skill !== undefined) return tools.skill(asked);
  if (by === 'search' && tools.search !== undefined) return tools.search(path);
  if (by === 'run')
    return tools.run(path.endsWith('.py') ? `python3 ${path}` : path.endsWith('.sh') ? `bash ${path}` : path);
  return tools.read(path);
}
