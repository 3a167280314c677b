/** What the whole text says of where a path is at home that leads nowhere here: in the user's project, on the machine, in a text to write. */

import type { Bundle, Range, Reference, Skill, SkillDocument } from '../model/model.ts';
import { SPEC_FOLDERS } from '../references/target.ts';
import { holding, lineAround } from '../text/lines.ts';
import { placesOf } from '../text/places-of.ts';
import { isTold } from './evidence.ts';
import { isMadeHere, isPartOfCopied } from './made-here.ts';

/** Whether the text as a whole says that a path is not the skill's to provide. */
export function isElsewhere(reference: Reference, document: SkillDocument, skill: Skill): boolean {
  const { path, form, range } = reference;
  const { text } = document;
  if (isInWrittenText(reference, document)) return true;
  if (form === 'link' || form === 'image' || form === 'definition') return false;
  const bundled = SPEC_FOLDERS.has(path.split('/')[0] ?? '');
  return (
    isElsewhereByText(path, document, skill) ||
    // Where one is sent to it, or runs it from such a folder, the skill has one as well.
    (!(form.endsWith('command') && bundled) && !isTold(reference, document) && isUsersElsewhere(path, document)) ||
    (form === 'fence-command' && bundled && isAmongProjectCommands(text, range, skill.bundle))
  );
}

const answered = new WeakMap<SkillDocument, { readonly skill: Skill; readonly answers: Map<string, boolean> }>();

/** What follows from the path and the whole text alone is asked once for all places that name the path. */
function isElsewhereByText(path: string, document: SkillDocument, skill: Skill): boolean {
  let kept = answered.get(document);
  if (kept?.skill !== skill) {
    kept = { skill, answers: new Map() };
    answered.set(document, kept);
  }
  const known =
    kept.answers.get(path) ??
    (isCopiedTo(path, document) ||
      isMadeHere(path, document) ||
      isPartOfCopied(path, document, skill) ||
      isOnMachine(path, document) ||
      isInFolderOfOther(path, document, skill) ||
      isShownInFull(path, document));
  kept.answers.set(path, known);
  return known;
}

const users = new WeakMap<SkillDocument, Map<string, boolean>>();

/** Whether another place of the text says of the very path that it is the user's: "your `scripts/release.sh`". */
function isUsersElsewhere(path: string, document: SkillDocument): boolean {
  if (!path.includes('/') || placesOf(path, document).length < 2) return false;
  const answers = users.get(document) ?? new Map<string, boolean>();
  users.set(document, answers);
  let known = answers.get(path);
  if (known === undefined) {
    const others = document.where?.((one) => one === path) ?? document.references;
    known = [...others].some((other) => other.path === path && other.excuse === 'user-file');
    answers.set(path, known);
  }
  return known;
}

/** Before the second argument of a command that copies. */
const COPIES =
  // eslint-disable-next-line regexp/no-super-linear-move -- reads at most 300 units
  /(?:^|[|;&(\n]\s*|[ \t])(?:cp|mv|install|rsync)[ \t]+(?:-\w+[ \t]+)*[^\s|;&]+[ \t]+(?:\\\r?\n[ \t]*)?[^\s|;&]*$/;

/** Whether a command copies something to exactly this path, in whatever folder. */
function isCopiedTo(path: string, document: SkillDocument): boolean {
  const { text } = document;
  return placesOf(path, document).some((at) => {
    const before = text.slice(Math.max(0, at - 300), at);
    return COPIES.test(before) && /^["'`]?(?:\s|$|[;&|)])/.test(text.slice(at + path.length, at + path.length + 2));
  });
}

/** Whether the path is the title of a block of code, which the user is to have under it. */
function isShownInFull(path: string, document: SkillDocument): boolean {
  const { text } = document;
  return placesOf(path, document).some((at) => {
    const line = lineAround(text, { start: at, end: at });
    const before = text.slice(line.start, at);
    const after = text.slice(at + path.length, line.end);
    return (
      /^[\s#*_`\d.)-]*$/.test(before) &&
      /^[`*_]*:[*_`]*\s*$/.test(after) &&
      /^\s*```[ \t]*[\w+-]+\n/.test(text.slice(line.end, line.end + 80)) &&
      !/^\s*```[ \t]*(?:bash|sh|shell|console|zsh)\b/.test(text.slice(line.end, line.end + 80))
    );
  });
}

/** Whether the path stands in the text as the end of one of the machine: `~/code/infra/scripts/x.py`. */
function isOnMachine(path: string, document: SkillDocument): boolean {
  const { text } = document;
  return placesOf(`/${path}`, document).some((at) => {
    const head = /(?:~|\$HOME|\/(?:home|Users|opt|usr|etc))(?:\/[\w.@-]+)+$/.exec(
      text.slice(Math.max(0, at - 200), at),
    )?.[0];
    // Where a client keeps its skills, the path is the skill's own.
    return head !== undefined && !/\/skills(?:\/|$)/.test(head);
  });
}

/** Whether the folder that a path begins with is one that the text has inside another: `session_log/reference/`. */
function isInFolderOfOther(path: string, document: SkillDocument, { bundle }: Skill): boolean {
  const { text } = document;
  const [first = ''] = path.split('/');
  if (!path.includes('/') || first === '..' || SPEC_FOLDERS.has(first) || bundle.folders.has(first)) return false;
  return placesOf(`/${first}/`, document).some((at) => {
    const head = /(?:^|[\s`"'(])([\w-]+)$/.exec(text.slice(Math.max(0, at - 80), at))?.[1];
    return head !== undefined && !bundle.folders.has(head) && text[at + first.length + 2] === '`';
  });
}

/** Paths of a project in commands, which hardly any skill bundles. */
const OF_PROJECT = /(?:^|\s)(?:\.\/)?(?:src|tests?|apps?|lib|packages|k8s|charts|public|migrations)\/\S*/gm;

/** A longer fence is a program of its own, in UTF-16 units. */
const MOST_COMMANDS = 4_000;

/** Whether the commands around one act on a project, and none runs what the skill bundles. */
function isAmongProjectCommands(text: string, range: Range, { files, folders }: Bundle): boolean {
  const from = Math.max(0, range.start - MOST_COMMANDS);
  const before = text.slice(from, range.start + 4).lastIndexOf('\n```');
  const after = text.slice(range.end, range.end + MOST_COMMANDS).indexOf('\n```');
  const start = from + before;
  const end = range.end + after;
  if (before < 0 || after < 0 || end - start > MOST_COMMANDS) return false;
  const line = lineAround(text, range);
  const rest = `${text.slice(start + 1, line.start)}\n${text.slice(line.end, end)}`;
  const ofProject = [...rest.matchAll(OF_PROJECT)].some(
    ([path]) => !folders.has(path.trim().replace(/^\.\//, '').split('/')[0] ?? ''),
  );
  return ofProject && ![...files].some((file) => file.includes('/') && rest.includes(file));
}

const written = new WeakMap<SkillDocument, readonly Range[]>();

/**
 * Whether a path stands in a text to write that is shown in a fence and has fences itself. Markdown ends it at the first of
 * these that ends, authors and models at the last.
 */
function isInWrittenText({ form, range }: Reference, document: SkillDocument): boolean {
  if (form.startsWith('fence') || form === 'tree') return false;
  const known = written.get(document) ?? writtenTexts(document.text);
  written.set(document, known);
  const around = holding(known, range.start);
  return around !== undefined && around.start < range.start && range.end < around.end;
}

function writtenTexts(text: string): readonly Range[] {
  if (!/^[ \t]*```+[ \t]*(?:markdown|md|mdx)\b/im.test(text)) return [];
  const texts: Range[] = [];
  const open: { readonly info: string; readonly at: number; nested: boolean }[] = [];
  for (const fence of text.matchAll(/^[ \t]*```+([^\n`]*)$/gm)) {
    const info = /^[ \t]*([\w+-]*)/.exec(fence[1] ?? '')?.[1]?.toLowerCase() ?? '';
    const [outer] = open;
    if (info !== '') {
      if (outer) outer.nested = true;
      open.push({ info, at: fence.index, nested: false });
    } else {
      const one = open.pop();
      if (one === undefined) open.push({ info, at: fence.index, nested: false });
      else if (open.length === 0 && one.nested && /^(?:markdown|md|mdx)$/.test(one.info))
        texts.push({ start: one.at, end: fence.index });
    }
  }
  return texts;
}
