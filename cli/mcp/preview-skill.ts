import { z } from 'zod';
import { loadedTextOf } from '../../runtime/clients/loaded-text.ts';
import { CLIENT_IDS } from '../../runtime/protocol/client-ids.ts';
import { skillsAsXml } from '../../runtime/toolset/list-skills.ts';
import { loadedSkill } from '../../runtime/toolset/load-skill.ts';
import {
  CLIENTS,
  type ClientProfile,
  cachingFiles,
  catalogOf,
  defined,
  join,
  listSkills,
  manifestOf,
  type NotOffered,
  type OfferedSkill,
  readSkill,
  type Skill,
} from '../../skill/index.ts';
import { MAX_PATH } from './check-skills.ts';
import { CHANGED, cursorAt, cut, endOfText, MAX_BYTES, offsetOf, sizeOf } from './pages.ts';
import { type Placed, placeSkill, shownPath } from './roots.ts';
import { mcpTool, problem, type ToolCall } from './tool.ts';

/** Bytes that an entry of a list may have. */
const ENTRY_ROOM = 1_600;

const OUTPUT = z.object({
  skill: z.string().describe('The SKILL.md, relative to root.'),
  root: z.string(),
  client: z.string(),
  version: z.string().describe('The version of the client that is known.'),
  offered: z.boolean().describe('True if the client lists it to models that work in root.'),
  notOffered: z.object({ reason: z.string(), says: z.string(), fix: z.string().optional() }).optional(),
  entry: z.string().optional().describe('Its part of the list.'),
  how: z.string().describe('The way a model loads it.'),
  text: z.string().describe('What the model gets then, or a part of it.'),
  from: z.number().describe('The offset of that part.'),
  characters: z.number().describe('The length of the whole text.'),
  cursor: z.string().optional().describe('Present if the text has more.'),
});

type Shown = z.output<typeof OUTPUT>;

/** The texts of a skill that a model gets. */
interface Preview {
  readonly how: string;
  readonly entry?: string;
  /** Absent if the client's text is not known. */
  readonly text?: string;
}

/** Returns the tool `preview_skill`, which shows what a model gets of a skill in a client. */
export const previewSkillTool = () =>
  mcpTool({
    name: 'preview_skill',
    title: 'Preview a skill',
    description:
      "Shows what a model gets of a skill in an agent client: its entry in the client's list of skills, or why it has none, and the text on loading it. Starts no client and calls no model.",
    isReadOnly: true,
    input: z.object({
      skill: z
        .string()
        .max(MAX_PATH)
        .describe('The folder of the skill or its SKILL.md, absolute or relative to the workspace; or its name.'),
      client: z.enum(CLIENT_IDS),
      cursor: z.string().max(100).optional().describe('From the previous answer, for the next part of the text.'),
    }),
    output: OUTPUT,
    run({ skill: written, client: id, cursor }, call) {
      const placed = placeSkill(written, call.roots, call.held);
      const manifest = manifestAt(placed, call);
      if (placed.kind === 'refused') return problem(placed.message);
      if (manifest === undefined) return problem(`Specify the folder of a skill: ${written} has no SKILL.md.`);
      const { root } = placed;
      const { fs } = call.held;
      const read = readSkill(cachingFiles(fs), manifest);
      if (read.kind === 'unreadable') return problem(read.message);
      const client = CLIENTS.find((one) => one.id === id);
      if (client === undefined) return problem(`Use one of ${CLIENT_IDS.join(', ')}.`);
      // As `catalog` does: a cache of listings alone, because some clients follow links out of a skill.
      const place = { fs: { ...fs, list: cachingFiles(fs).list }, cwd: root.real, environment: {} };
      const catalog = catalogOf(client, place);
      const isSame = (file: string): boolean => file === manifest || fs.realPath(file) === fs.realPath(manifest);
      const offered = catalog.offered.find(({ file }) => isSame(file));
      const reason = catalog.notOffered.find(({ file }) => isSame(file));
      const { how, entry, text = '' } = previewOf(client, read.skill, manifest, root.real, offered, call);
      const start = offsetOf(cursor, text);
      if (start === undefined || start > text.length) return problem(CHANGED);
      const isFirst = start === 0;
      const about = defined<Omit<Shown, 'text' | 'from' | 'characters' | 'cursor'>>({
        skill: cut(shownPath(manifest, root), 600),
        root: root.given,
        client: id,
        version: client.proved?.version ?? client.version,
        offered: offered !== undefined,
        notOffered: offered === undefined && isFirst ? reasonOf(client, reason) : undefined,
        entry: isFirst && entry !== undefined ? cut(entry, ENTRY_ROOM) : undefined,
        how,
      });
      const end = endOfText(text, start, MAX_BYTES - 300 - sizeOf(about));
      const next = end < text.length ? cursorAt(end, text) : undefined;
      const part = text.slice(start, end);
      return {
        kind: 'answer',
        result: defined<Shown>({ ...about, text: part, from: start, characters: text.length, cursor: next }),
        text: [
          `${about.skill} in ${client.name} ${about.version}: ${about.offered ? 'offered' : 'not offered'}.`,
          ...(about.notOffered === undefined ? [] : [about.notOffered.says, about.notOffered.fix ?? '']),
          ...(about.entry === undefined ? [] : [`In the list: ${about.entry}`]),
          `${how}${isFirst ? '' : ` (from character ${start})`}:`,
          part,
          ...(next === undefined ? [] : [`More: call preview_skill again with cursor ${next}.`]),
        ]
          .filter((line) => line !== '')
          .join('\n'),
      };
    },
  });

/** Returns the SKILL.md of a path: of its folder, or the file itself. */
function manifestAt(placed: Placed, { held: { fs } }: ToolCall): string | undefined {
  if (placed.kind === 'refused') return undefined;
  const { path } = placed;
  if (fs.kind(path) === 'file') return /\/skill\.md$/i.test(path) ? path : undefined;
  const name = manifestOf(fs.list(path));
  return name === undefined ? undefined : join(path, name);
}

function reasonOf({ name, discovery }: ClientProfile, found: NotOffered | undefined): Shown['notOffered'] {
  if (found !== undefined) {
    const { reason, says, fix } = found;
    return defined<NonNullable<Shown['notOffered']>>({
      reason,
      says: cut(says, 400),
      fix: fix === undefined ? undefined : cut(fix, 300),
    });
  }
  const folders = discovery.kind === 'folders' ? discovery.folders.filter(({ scope }) => scope === 'workspace') : [];
  const paths = folders.map(({ path }) => path).join(', ');
  return {
    reason: 'elsewhere',
    says:
      paths === ''
        ? `${name} searches no folder of a workspace for skills.`
        : `It is in no folder that ${name} searches in a workspace: ${paths}. Folders of the user are not read here.`,
  };
}

/** Returns the texts of a skill in a client. */
function previewOf(
  client: ClientProfile,
  skill: Skill,
  manifest: string,
  workspace: string,
  offered: OfferedSkill | undefined,
  { held }: ToolCall,
): Preview {
  const name = offered?.name ?? skill.name;
  if (client.id === 'adk') {
    const value = loadedSkill(skill, { get: () => undefined });
    return {
      how: 'With the tool load_skill, which returns',
      entry: skillsAsXml([skill]),
      text: JSON.stringify(value, undefined, 2),
    };
  }
  const [behavior] = client.behaviors;
  if (behavior === undefined) return { how: `What ${client.name} gives a model is not known` };
  const { catalogue, activation, fileTools, shell } = behavior;
  const alone = { name, description: skill.description, path: manifest, scope: 'project' } as const;
  const entry = offered?.entry ?? listSkills(catalogue, [alone]).text;
  const file = skill.manifest.text;
  if (activation.kind === 'read') {
    const reader = fileTools.find(({ kind }) => kind === 'read')?.tool ?? shell.tool;
    return { how: `By reading SKILL.md with the tool ${reader}, which returns`, entry, text: file };
  }
  const copy = [...held.files.values()].find((one) => one.locate(skill.root).kind === 'found');
  const loaded =
    copy &&
    loadedTextOf(activation, {
      name,
      folder: skill.root,
      workspace,
      file,
      body: file.slice(skill.manifest.bodyStart).trimStart(),
      args: '',
      sessionId: 'SESSION',
      copy,
    });
  const how = `With the tool ${activation.tool}, which returns`;
  if (loaded === undefined) return { how, entry };
  const { result, message } = loaded;
  return { how, entry, text: message === undefined ? result : `${result}\n\n${message}` };
}
