import type { ClientBehavior, ClientProfile } from '../../skill/index.ts';
import { commandBaseOf } from '../../skill/index.ts';

/** The columns of the table of clients in `docs/clients.md`. */
export const CLIENT_COLUMNS: readonly string[] = [
  '',
  'loads a skill with',
  'knows the folder from',
  'states that paths are relative to it',
  'lists bundled files',
  'commands run in',
  'long descriptions',
];

/** Returns the rows of that table: ADK, then every variant of a client whose behavior is known. */
export function clientRows(clients: readonly ClientProfile[]): readonly (readonly string[])[] {
  return [
    ...clients
      .filter(({ id }) => id === 'adk')
      .map((client) => [
        '`adk` (default)',
        '`load_skill`',
        '–',
        'its own tools take relative paths',
        'no',
        'the skill',
        descriptions(client),
      ]),
    ...clients.flatMap((client) =>
      client.behaviors.map((behavior) => [
        `\`${behavior.id}\``,
        loader(behavior),
        folderSource(behavior),
        commandBaseOf({ ...client, behaviors: [behavior] }) === 'resolved' ? 'yes' : 'no',
        listedFiles(behavior),
        workingDirectory(behavior),
        descriptions(client, behavior),
      ]),
    ),
  ];
}

function loader({ activation, fileTools }: ClientBehavior): string {
  const tool = activation.kind === 'tool' ? activation.tool : fileTools.find(({ kind }) => kind === 'read')?.tool;
  return tool === undefined ? 'its shell' : `\`${tool}\``;
}

function folderSource({ activation, catalogue }: ClientBehavior): string {
  const loaded = activation.kind === 'tool' ? activation.result + (activation.message ?? '') : '';
  if (loaded.includes('{dir}')) return 'the loaded text';
  if (activation.kind === 'tool' && activation.files?.form === 'tree') return 'the tree of files';
  return catalogue.entry.includes('{path}') ? 'the path in the list' : '–';
}

function listedFiles({ activation }: ClientBehavior): string {
  const files = activation.kind === 'tool' ? activation.files : undefined;
  if (files === undefined) return 'no';
  return files.max === undefined ? 'all' : `up to ${files.max}`;
}

const CD = {
  forgotten: 'the workspace, every time',
  kept: 'the workspace; `cd` lasts',
  'kept-in-workspace': 'the workspace; `cd` lasts inside it',
} as const;

const workingDirectory = ({ shell }: ClientBehavior): string =>
  shell.directory === 'skill' ? 'the skill' : CD[shell.cd];

function descriptions({ discovery: { drops } }: ClientProfile, behavior?: ClientBehavior): string {
  const limit = drops.find((drop) => drop.kind === 'description-longer-than');
  const cut = behavior?.catalogue.budget?.perDescription;
  const number = (value: number): string => value.toLocaleString('en');
  const effects = [
    ...(limit ? [`skipped above ${number(limit.max)}`] : []),
    ...(cut === undefined ? [] : [`cut at ${number(cut)}`]),
  ];
  return effects.length > 0 ? effects.join(', ') : 'no limit known';
}
