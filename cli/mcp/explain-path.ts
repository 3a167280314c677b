import { z } from 'zod';
import { outcomesInClients } from '../../server/features/hover/in-clients.ts';
import { DEFAULT_SETTINGS } from '../../server/settings.ts';
import { linesOf } from '../../server/workspace/lines.ts';
import type { SkillEntry } from '../../server/workspace/skill-entry.ts';
import { Workspace } from '../../server/workspace/workspace.ts';
import {
  CLIENTS,
  causeOf,
  defined,
  dirname,
  fillsPrefix,
  guessesOf,
  hookPaths,
  join,
  type Mention,
  normalize,
  predictMiss,
  type Range,
  type Reference,
  type Resolution,
  reasonOf,
  type Skill,
  type SkillDocument,
  suggest,
  within,
} from '../../skill/index.ts';
import { MAX_PATH } from './check-skills.ts';
import { cut, MAX_BYTES, sizeOf } from './pages.ts';
import { type Placed, placeSkill, type Root, shownPath } from './roots.ts';
import { mcpTool, problem, type ToolCall } from './tool.ts';

/** Maximum number of places, of paths and of groups of clients in an answer. */
const MAX_PLACES = 4;
const MAX_PATHS = 6;
const MAX_GROUPS = 4;

const OUTPUT = z.object({
  skill: z.string().describe('The folder of the skill, relative to root.'),
  root: z.string(),
  path: z.string(),
  answer: z
    .enum(['exists', 'missing', 'not-of-the-skill', 'words'])
    .describe('words: no path, but prose that may make a model guess one.'),
  file: z.string().optional().describe('Where it leads, relative to root.'),
  says: z.string(),
  nearest: z.array(z.string()).optional().describe('Files of the skill that may be meant, likeliest first.'),
  guesses: z.array(z.string()).optional().describe('Paths that a model would ask for.'),
  written: z
    .array(z.object({ file: z.string(), line: z.number(), text: z.string() }))
    .optional()
    .describe('The lines that make a model ask for it.'),
  clients: z
    .array(z.object({ clients: z.array(z.string()), outcome: z.string() }))
    .optional()
    .describe('What becomes of the path in clients, if they differ.'),
});

type Explanation = Omit<z.output<typeof OUTPUT>, 'skill' | 'root' | 'path'>;

/** Returns the tool `explain_path`, which says where a path or words lead in a skill. */
export const explainPathTool = () =>
  mcpTool({
    name: 'explain_path',
    title: 'Explain a path of a skill',
    description:
      'Says where a path, or words such as "the user guide", lead in a skill: whether the file exists, what is nearest, the line that writes it, what a model would guess, and in which clients it resolves differently.',
    isReadOnly: true,
    input: z.object({
      skill: z
        .string()
        .max(MAX_PATH)
        .describe('The folder of the skill or a file in it, absolute or relative to the workspace; or its name.'),
      path: z.string().min(1).max(1_000).describe('The path as it is written or asked for, or the words.'),
    }),
    output: OUTPUT,
    run({ skill: written, path }, call) {
      const placed = placeSkill(written, call.roots, call.held);
      if (placed.kind === 'refused') return problem(placed.message);
      const found = openSkill(placed, call);
      if (found === undefined) return problem(`Specify the folder of a skill: ${written} is in none.`);
      const { workspace, entry } = found;
      const skill = entry.skill();
      if ('unreadable' in skill) return problem(`${written} cannot be read: ${skill.unreadable}`);
      const { root } = placed;
      const explained = explain(path, { workspace, entry, skill, root });
      const result = bounded({
        skill: cut(shownPath(entry.root, root), 400),
        root: root.given,
        path: cut(path, 400),
        ...explained,
      });
      return { kind: 'answer', result, text: textOf(result) };
    },
  });

/** Returns the skill that a path is in, in its repository. */
function openSkill(
  { path, root }: Extract<Placed, { kind: 'placed' }>,
  { held: { fs } }: ToolCall,
): { readonly workspace: Workspace; readonly entry: SkillEntry } | undefined {
  const workspace = new Workspace(fs, (code, document, error) =>
    process.stderr.write(`skillwright: rule ${code} failed on ${document}: ${String(error)}\n`),
  );
  workspace.setSettings(DEFAULT_SETTINGS);
  workspace.setFolders([repositoryOf(path, root, (one) => fs.kind(one) !== undefined)]);
  const entry = workspace.skillAt(path) ?? workspace.skillOf(path);
  return entry && { workspace, entry };
}

/** Returns the repository around a path, or the root. */
function repositoryOf(path: string, { real }: Root, exists: (path: string) => boolean): string {
  for (let folder = path; within(real, folder) !== undefined; folder = dirname(folder))
    if (exists(join(folder, '.git'))) return folder;
  return real;
}

/** The skill of a question. */
interface Subject {
  readonly workspace: Workspace;
  readonly entry: SkillEntry;
  readonly skill: Skill;
  readonly root: Root;
}

function explain(asked: string, subject: Subject): Explanation {
  const { entry } = subject;
  const documents = entry.documents().flatMap((path): readonly SkillDocument[] => {
    const document = entry.document(path);
    return 'unreadable' in document ? [] : [document];
  });
  const path = ofSkill(asked, subject);
  return (
    explainReference(path, asked, documents, subject) ??
    explainMention(asked, documents, subject) ??
    explainUnwritten(path, documents, subject)
  );
}

/** Returns a path relative to the skill, if it leads into its folder. */
function ofSkill(asked: string, { entry, root }: Subject): string {
  const path = normalize(asked.trim().replaceAll('\\', '/'));
  for (const top of [entry.root, join(root.given, shownPath(entry.root, root)), shownPath(entry.root, root)]) {
    const inner = within(top, path);
    if (inner !== undefined && inner !== '') return inner;
  }
  return path;
}

/** Explains a path that a text of the skill writes. */
function explainReference(
  path: string,
  asked: string,
  documents: readonly SkillDocument[],
  subject: Subject,
): Explanation | undefined {
  const { workspace, skill } = subject;
  const isMeant = (one: Reference): boolean => normalize(one.path) === path || one.target === asked;
  const places = documents.flatMap((document) => {
    // Most documents do not write it, and need not be analyzed.
    if (![...document.references, ...hookPaths(document)].some(isMeant)) return [];
    const references = workspace.analysis(document.path)?.references ?? [];
    return references.filter(({ reference }) => isMeant(reference)).map((one) => ({ ...one, document }));
  });
  // A missing one says more than those that exist.
  const chosen = places.find(({ resolution }) => resolution.kind !== 'found') ?? places[0];
  if (chosen === undefined) return undefined;
  const { reference, resolution, document } = chosen;
  const result = workspace.diagnose(document.path);
  const account = result && workspace.accountOf(result).find(({ range }) => range.start === reference.range.start);
  const isCommand = reference.form === 'fence-command' || reference.form === 'code-command';
  const isRelative = reference.base.kind === 'document' && document.path === skill.manifest.path;
  return defined<Explanation>({
    ...outcomeOf(resolution, account?.says, subject),
    written: linesWith(
      places.map((one) => ({ document: one.document, range: one.reference.range })),
      subject,
    ),
    clients:
      resolution.kind !== 'found' || resolution.where !== 'bundle'
        ? undefined
        : isRelative
          ? inClients(skill, isCommand)
          : reference.base.kind === 'skill'
            ? byPrefix(document.text.slice(0, reference.range.start))
            : undefined,
  });
}

/** Returns where a path leads, with the reason why it is or is not reported. */
function outcomeOf(
  resolution: Resolution,
  says: string | undefined,
  { root }: Subject,
): Pick<Explanation, 'answer' | 'file' | 'says' | 'nearest'> {
  switch (resolution.kind) {
    case 'found': {
      const { where, target, path } = resolution;
      const places = {
        bundle: `It is a ${target} of the skill.`,
        alongside: `It is a ${target} outside of the skill's folder, and always available with it.`,
        'outside-skill': `It is a ${target} outside of the skill's folder, which may not be installed with the skill.`,
        'other-skill': `It is a ${target} of another skill, which may not be installed.`,
      } as const;
      return { answer: 'exists', file: shownPath(path, root), says: places[where] };
    }
    case 'case':
      return {
        answer: 'missing',
        says: says ?? 'It exists in another letter case only.',
        nearest: [resolution.actual],
      };
    case 'missing':
    case 'other-skill-lacks':
      return { answer: 'missing', says: says ?? 'It does not exist.', nearest: [...resolution.suggestions] };
    case 'other-skill':
      return {
        answer: 'missing',
        says: says ?? 'Only other skills have it.',
        nearest: resolution.skills.map((one) => shownPath(join(one.root, resolution.path), root)),
      };
    case 'escapes':
      return {
        answer: 'missing',
        says: says ?? 'It leads out of the repository, or is absolute.',
        nearest: [...resolution.suggestions],
      };
    case 'bare':
      return { answer: 'missing', says: says ?? 'It is a name without its folder.', nearest: [...resolution.files] };
    case 'ignored':
      return {
        answer: 'not-of-the-skill',
        says: `It is not taken for a file of the skill, because ${says ?? reasonOf(resolution.because)}.`,
      };
  }
}

/** Explains words that are no path. */
function explainMention(asked: string, documents: readonly SkillDocument[], subject: Subject): Explanation | undefined {
  const words = asked.trim().toLowerCase();
  const isMeant = ({ text }: Mention): boolean => {
    const own = text.toLowerCase();
    return own === words || (words.length > 3 && (own.includes(words) || words.includes(own)));
  };
  const places = documents.flatMap((document) =>
    document.mentions.filter(isMeant).map((mention) => ({
      document,
      range: mention.range,
      mention,
      verdict: predictMiss(mention, subject.skill, document),
    })),
  );
  const chosen = places.find(({ verdict }) => verdict.kind === 'provokes') ?? places[0];
  if (chosen === undefined) return undefined;
  const { mention, verdict } = chosen;
  const { files } = subject.skill.bundle;
  const first = mention.guesses.find((path) => files.has(path));
  const provokes = verdict.kind === 'provokes';
  const nearest = provokes ? verdict.meant : first === undefined ? [] : [first];
  return defined<Explanation>({
    answer: 'words',
    says: provokes
      ? 'The text gives no path, and a model that reads these words guesses one that does not exist: write the path.'
      : first === undefined
        ? 'The text gives no path; a model rarely takes these words for a file.'
        : 'The text gives no path; the first guess of a model exists, or the text names the file.',
    nearest: nearest.length > 0 ? [...nearest] : undefined,
    guesses: mention.guesses.length > 0 ? [...mention.guesses] : undefined,
    written: linesWith(places, subject),
  });
}

/** Explains a path that no text of the skill writes. */
function explainUnwritten(path: string, documents: readonly SkillDocument[], subject: Subject): Explanation {
  const { skill, root, entry } = subject;
  const { files, folders } = skill.bundle;
  if (files.has(path) || folders.has(path)) {
    const words = documents.flatMap((document) =>
      document.mentions.flatMap((mention) => {
        const verdict = predictMiss(mention, skill, document);
        return verdict.kind === 'provokes' && verdict.meant.includes(path) ? [{ document, mention, verdict }] : [];
      }),
    );
    const [first] = words;
    const kind = files.has(path) ? 'file' : 'folder';
    return defined<Explanation>({
      answer: 'exists',
      file: shownPath(join(entry.root, path), root),
      says:
        first === undefined
          ? `It is a ${kind} of the skill that no text of it writes with this path.`
          : `It is a ${kind} of the skill that ${JSON.stringify(cut(first.mention.text, 150))} may mean, but a model that reads these words asks for another path.`,
      guesses: first && [...first.verdict.guesses],
      written:
        first &&
        linesWith(
          words.map(({ document, mention }) => ({ document, range: mention.range })),
          subject,
        ),
    });
  }
  const cause = causeOf(skill, documents, path);
  const nearest = cause?.suggestions ?? suggest(path, skill.bundle);
  const guesses = documents.flatMap((document) => guessesOf(document).map((guess) => guess.path));
  return defined<Explanation>({
    answer: 'missing',
    says:
      cause === undefined
        ? 'The skill has no such file, and none of its texts writes it or makes a model guess it.'
        : `The skill has no such file. A model may ask for it because of ${JSON.stringify(cut(cause.text, 150))}.`,
    nearest: nearest.length > 0 ? [...nearest] : undefined,
    guesses: guesses.includes(path) ? [path] : undefined,
    written: cause && linesWith([cause], subject),
  });
}

/** Returns the lines of places in documents, those of SKILL.md first. */
function linesWith(
  places: readonly { readonly document: SkillDocument; readonly range: Range }[],
  { root }: Subject,
): Explanation['written'] {
  const all = new Map<string, { file: string; line: number; text: string }>();
  for (const { document, range } of places) {
    const lines = linesOf(document);
    const { line, character } = lines.position(range.start);
    const file = cut(shownPath(document.path, root), 300);
    const whole = lines.line(line);
    const from = whole.length > 200 ? Math.max(0, character - 80) : 0;
    all.set(`${file}:${line}`, { file, line: line + 1, text: cut(whole.slice(from, from + 200).trim(), 240) });
  }
  return [...all.values()].slice(0, MAX_PLACES);
}

/** Returns what becomes of a path that is relative to the skill, if that depends on the client. */
function inClients(skill: Skill, isCommand: boolean): Explanation['clients'] {
  const groups = [...outcomesInClients(skill, 'auto', isCommand)];
  return groups.length < 2
    ? undefined
    : groups.slice(0, MAX_GROUPS).map(([outcome, clients]) => ({ clients: [...clients], outcome }));
}

/** Returns what becomes of the prefix before a path, if that depends on the client. */
function byPrefix(before: string): Explanation['clients'] {
  const [prefix] = /\$?\{[\w-]+\}(?=\/$)/.exec(before) ?? [];
  if (prefix === undefined) return undefined;
  const named = (fills: boolean): string[] =>
    CLIENTS.filter((client) => fillsPrefix(client, prefix) === fills).map(({ name }) => name);
  const groups = [
    { clients: named(true), outcome: `replaces ${prefix} by the folder of the skill` },
    { clients: named(false), outcome: `leaves ${prefix} as it is` },
  ].filter(({ clients }) => clients.length > 0);
  return groups.length < 2 ? undefined : groups;
}

/** Returns an explanation that is not larger than an answer may be. */
function bounded(result: z.output<typeof OUTPUT>): z.output<typeof OUTPUT> {
  const shorten = (paths: readonly string[] | undefined): string[] | undefined =>
    paths?.slice(0, MAX_PATHS).map((path) => cut(path, 130));
  const whole = defined<z.output<typeof OUTPUT>>({
    ...result,
    file: result.file === undefined ? undefined : cut(result.file, 400),
    says: cut(result.says, 600),
    nearest: shorten(result.nearest),
    guesses: shorten(result.guesses),
  });
  if (sizeOf(whole) <= MAX_BYTES && Buffer.byteLength(textOf(whole)) <= MAX_BYTES) return whole;
  const { written: _, clients: __, ...rest } = whole;
  return rest;
}

function textOf({
  skill,
  path,
  answer,
  file,
  says,
  nearest,
  guesses,
  written,
  clients,
}: z.output<typeof OUTPUT>): string {
  return [
    `${path} in ${skill}: ${answer}${file === undefined ? '' : `, ${file}`}. ${says}`,
    ...(nearest === undefined ? [] : [`Nearest: ${nearest.join(', ')}`]),
    ...(guesses === undefined ? [] : [`A model would ask for: ${guesses.join(', ')}`]),
    ...(written ?? []).map((one) => `${one.file}:${one.line}: ${one.text}`),
    ...(clients ?? []).map((one) => `${one.clients.join(', ')}: ${one.outcome}`),
  ].join('\n');
}
