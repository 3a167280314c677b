import {
  basename,
  CLIENTS,
  type ClientProfile,
  clientsSearching,
  dirname,
  flagOf,
  relative,
  type SkillPlace,
} from '../../../skill/index.ts';
import type { Clients } from '../../clients.ts';
import { fitNames } from '../rule/client-names.ts';
import type { Problem, Rule, RuleInput } from '../rule/rule.ts';
import { isTemplate, rulingClients } from '../rule/ruling-clients.ts';
import { rangeOfSkill } from './skill-range.ts';

/** Reports a skill that a client never offers because of its place, the name of its file, a link, or its own flags. */
export const skillNotOffered: Rule = {
  code: 'skill.not-offered',
  title: 'A client never offers the skill: too deep, another file name, a link, or hidden from everybody',
  severity: 'warning',
  manifestOnly: true,
  *check(input): Iterable<Problem> {
    if (isTemplate(input)) return;
    yield* fileNameProblems(input);
    yield* depthProblems(input);
    yield* linkProblems(input);
    yield* flagProblems(input);
  },
};

type FolderClient = ClientProfile & { readonly discovery: Extract<ClientProfile['discovery'], { kind: 'folders' }> };

const searchesFolders = (client: ClientProfile): client is FolderClient => client.discovery.kind === 'folders';
const FOLDER_CLIENTS: readonly FolderClient[] = CLIENTS.filter(searchesFolders);

const isMeant = (clients: Clients, { id }: ClientProfile): boolean => clients === 'auto' || clients.includes(id);

function* fileNameProblems(input: RuleInput): Iterable<Problem> {
  const { document, bundled } = input;
  const name = basename(document.path);
  // Without frontmatter, it may be any document, and inside another skill its text may send a model there.
  if (name === 'SKILL.md' || document.frontmatter.kind !== 'valid' || bundled.outer().length > 0) return;
  const clients = rulingClients(input);
  const missing = FOLDER_CLIENTS.filter(
    (client) => isMeant(clients, client) && client.discovery.reading?.anyCase === false,
  );
  if (missing.length === 0) return;
  const title = 'Rename the file to SKILL.md';
  yield {
    range: rangeOfSkill(input),
    aspect: 'file-name',
    message: `\`${name}\` is not read by ${fitNames(missing.map((one) => one.name))}, only \`SKILL.md\` is. Rename it.`,
    fixes: [{ kind: 'rename', title, name: 'SKILL.md' }],
  };
}

function* depthProblems(input: RuleInput): Iterable<Problem> {
  const { skill, bundled, clients, place } = input;
  const found = FOLDER_CLIENTS.flatMap((client) => {
    const folder = folderTooFarAbove(skill.root, client, place.deepIn);
    return folder !== undefined && isMeant(clients, client) ? [{ client, folder }] : [];
  });
  const [first] = found;
  // What is inside another skill is a part of it, and its text may send a model there.
  if (first === undefined || bundled.outer().some((outer) => outer.startsWith(`${first.folder}/`))) return;
  const owners = found.filter(({ client }) => clients !== 'auto' || place.clients.includes(client.id));
  const names = fitNames((owners.length > 0 ? owners : found).map(({ client }) => client.name));
  // A plugin for several clients may have it for the others.
  const isFoundByOther =
    clients === 'auto' &&
    place.deepIn !== undefined &&
    place.clients.some((id) => !found.some(({ client }) => client.id === id));
  const isOne = (owners.length > 0 ? owners : found).length === 1;
  const inner = relative(first.folder, skill.root);
  yield {
    range: rangeOfSkill(input),
    aspect: 'too-deep',
    target: inner,
    suggestions: [],
    // Others find it, and it may be for them.
    severity: owners.length > 0 && !isFoundByOther ? 'warning' : 'information',
    message: `\`${inner}\` is too deep: ${names} ${isOne ? 'looks' : 'look'} one folder deep, and never ${isOne ? 'offers' : 'offer'} it. Move it up into \`${first.folder.split('/').slice(-2).join('/')}\`.`,
  };
}

/** Returns the folder of skills that a client searches without finding a skill, which is deeper; undefined if it finds it. */
function folderTooFarAbove(
  root: string,
  { id, discovery }: FolderClient,
  deepIn: SkillPlace['deepIn'] = [],
): string | undefined {
  const { depth, folders } = discovery;
  if (depth.kind !== 'children') return undefined;
  for (const { scope, path } of folders) {
    if (scope !== 'workspace') continue;
    const start = root.lastIndexOf(`/${path}/`);
    if (start < 0) continue;
    const folder = root.slice(0, start + path.length + 1);
    if (dirname(root) !== folder) return folder;
  }
  return deepIn.find(({ client }) => client === id)?.folder;
}

function* linkProblems(input: RuleInput): Iterable<Problem> {
  const { bundled, document } = input;
  const range = rangeOfSkill(input);
  for (const link of bundled.links()) yield* linkProblem(link, link === document.path, range, input);
}

/** Yields the problem with a SKILL.md that is a link, if there is one. `isOwn`: the finding is at the link, and not at its target. */
export function* linkProblem(
  link: string,
  isOwn: boolean,
  range: Problem['range'],
  { clients, place }: Pick<RuleInput, 'clients' | 'place'>,
): Iterable<Problem> {
  const searching: readonly string[] = [...clientsSearching(dirname(link)), ...(isOwn ? place.clients : [])];
  const skipping = FOLDER_CLIENTS.filter(
    ({ id, discovery }) =>
      discovery.reading?.fileLinks === false && (clients === 'auto' ? searching.includes(id) : clients.includes(id)),
  );
  if (skipping.length === 0) return;
  const names = fitNames(skipping.map((one) => one.name));
  const folder = dirname(link).split('/').slice(-3).join('/');
  const what = isOwn ? 'This SKILL.md' : `The SKILL.md of \`${folder}\``;
  yield {
    range,
    aspect: 'link',
    target: folder,
    suggestions: [],
    message: `${what} is a link, which ${names} ${skipping.length === 1 ? 'skips' : 'skip'}. Make its folder the link instead.`,
  };
}

/** Returns the problem with a SKILL.md, or a folder in its place, that is a link to nothing. `link` is the path of the link. */
export function deadLinkProblem(link: string): Problem {
  const name = link.split('/').slice(-2).join('/');
  return {
    range: { start: 0, end: 0 },
    aspect: 'link',
    target: name,
    suggestions: [],
    message: `The link \`${name}\` leads to nothing, so no client offers the skill. Correct or remove it.`,
  };
}

function* flagProblems(input: RuleInput): Iterable<Problem> {
  const { frontmatter } = input.document;
  if (frontmatter.kind !== 'valid') return;
  const hidden = frontmatter.fields.find(({ key }) => key === 'disable-model-invocation');
  const internal = frontmatter.fields.find(({ key }) => key === 'user-invocable');
  if (hidden === undefined || internal === undefined) return;
  const clients = rulingClients(input);
  const hiding = FOLDER_CLIENTS.filter(
    (client) =>
      isMeant(clients, client) &&
      client.discovery.hides &&
      flagOf(client, hidden.key, hidden.value) === true &&
      flagOf(client, internal.key, internal.value) === false,
  );
  if (hiding.length === 0) return;
  const names = fitNames(hiding.map(({ name }) => name));
  yield {
    range: internal.keyRange,
    // words-ok: a reason of the catalog
    aspect: 'nobody-can-call',
    target: internal.key,
    suggestions: [],
    message: `Neither the user nor the model can call the skill in ${names}. Remove \`user-invocable\` or \`disable-model-invocation\`.`,
  };
}
