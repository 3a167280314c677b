import { type ClientProfile, REASONS, type SkillFolder } from '../../skill/index.ts';
import { evidenceText } from './proof-table.ts';

/** The columns of the table of clients in `docs/catalog.md`. */
export const CATALOG_COLUMNS: readonly string[] = [
  '',
  'folders of skills',
  'depth',
  'of two with one name',
  'settings that are read',
  'the facts are',
];

/** Returns the rows of that table. */
export function catalogRows(clients: readonly ClientProfile[]): readonly (readonly string[])[] {
  return clients.flatMap((client) => {
    const { id, discovery } = client;
    if (discovery.kind !== 'folders') return [];
    const settings = (discovery.settings ?? []).flatMap(({ keys }) => keys.map(({ key }) => `\`${key.join('.')}\``));
    return [
      [
        `\`${id}\``,
        discovery.folders.map(folderText).join(', '),
        depthText(discovery),
        collisionText(discovery),
        [...new Set(settings)].join(', ') || '–',
        evidenceText(client),
      ],
    ];
  });
}

/** Returns the rows of the table of reasons. */
export const reasonRows = (): readonly (readonly string[])[] =>
  Object.entries(REASONS).map(([code, says]) => [`\`${code}\``, says]);

type Folders = Extract<ClientProfile['discovery'], { kind: 'folders' }>;

function folderText(folder: SkillFolder): string {
  switch (folder.scope) {
    case 'machine':
      return `\`${folder.path}\``;
    case 'user':
      return `\`~/${folder.path}\``;
    case 'user-variable':
      return `\`$${folder.variable}/${folder.path}\``;
    case 'workspace':
      return `\`${folder.path}\`${folder.upward ? ' ↑' : ''}`;
  }
}

function depthText({ depth }: Folders): string {
  switch (depth.kind) {
    case 'children':
      return 'directly in the folder';
    case 'levels':
      return `${depth.max} levels`;
    case 'any':
      return 'any';
    case 'to-skill':
      return 'any, not in another skill';
    case 'unknown':
      return 'not known';
  }
}

function collisionText({ collision, collisionVaries }: Folders): string {
  if (collisionVaries === true) return 'one, not always the same';
  if (collision === undefined) return 'not known';
  return collision === 'both' ? 'both' : `the ${collision}`;
}
