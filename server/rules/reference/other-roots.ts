/** Paths of this skill's files below a folder of skills in which not every client looks. */
import { CLIENTS, type ClientProfile, defined, searchedFolders } from '../../../skill/index.ts';
import type { Problem, RuleInput } from '../rule/rule.ts';
import { meantClients, messageFor, missesInAllChosen, relativePathFix } from './base-sentence.ts';

/** The folders that some client searches, the longest first, so that `.config/opencode/skills` wins over `skills`. */
const FOLDERS: readonly string[] = [...new Set(CLIENTS.flatMap(searchedFolders))].sort((a, b) => b.length - a.length);
const escaped = FOLDERS.map((folder) => folder.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
/** The start of such a path, and the folder: a home or a checkout may precede it. */
const IN_FOLDER = new RegExp(
  String.raw`(?:~\/|\$\{?HOME\}?\/|\.\/|\/(?:[\w.-]+\/){0,8})?(${escaped.join('|')})\/([\w.-]+)\/`,
  'g',
);
const PATH = /^[\w@./-]{0,200}\w/;

interface Found {
  readonly start: number;
  /** The offset of the path in the skill. */
  readonly end: number;
  readonly folder: string;
  readonly path: string;
}

/** Reports such paths, unless the skill is there or the text names several folders. */
export function* otherRootProblems(input: RuleInput): Iterable<Problem> {
  const { document, skill, place } = input;
  // Few texts have the skill's own folder in a path.
  if (![place.folder, skill.name].some((name) => document.text.includes(`/${name}/`))) return;
  const own = ownPaths(input);
  if (new Set(own.map(({ folder }) => folder)).size !== 1) return;
  const [{ folder } = { folder: '' }] = own;
  if (`${skill.root}/`.includes(`/${folder}/`)) return;
  const missing = failing(input, folder);
  if (missing.length === 0) return;
  for (const { start, end, path } of own)
    yield defined({
      range: { start, end: end + path.length },
      target: document.text.slice(start, end + path.length),
      cause: `root ${folder}`,
      severity: missesInAllChosen(input, missing) ? ('warning' as const) : undefined,
      message: messageFor(
        missing,
        (names) => `\`${folder}\` has no skills of ${names}. Write \`${path}\`, and say what paths are relative to.`,
      ),
      fixes: [relativePathFix(document, { start, end })],
    });
}

/** Returns the paths of the skill's own files below a folder of skills. */
function ownPaths({ document: { text, bodyStart }, skill, place: { folder: name } }: RuleInput): readonly Found[] {
  const found: Found[] = [];
  for (const match of text.slice(bodyStart).matchAll(IN_FOLDER)) {
    const [before, folder = '', skillName] = match;
    if (skillName !== name && skillName !== skill.name) continue;
    const start = bodyStart + match.index;
    const end = start + before.length;
    const path = PATH.exec(text.slice(end, end + 201))?.[0];
    if (path !== undefined && skill.bundle.files.has(path)) found.push({ start, end, folder, path });
  }
  return found;
}

/** Returns the clients that do not search the folder, if clients were chosen or the skill is in the folder of others. */
function failing(input: RuleInput, folder: string): readonly ClientProfile[] {
  const { clients, skill } = input;
  const isLocated = FOLDERS.some((one) => `${skill.root}/`.includes(`/${one}/`));
  if (clients === 'auto' && !isLocated) return [];
  // A client that loads skills by code has folders of its own.
  return meantClients(input).filter(
    (client) => client.discovery.kind === 'folders' && !searchedFolders(client).includes(folder),
  );
}
