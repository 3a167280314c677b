/**
 * Code actions that rewrite an indirect path (absolute, relative to the repository, or a bare name) in the style of the
 * skill's other paths.
 */
import { basename, decode, dirname, normalize, relative, within } from '../../../skill/index.ts';
import { placesOf, touches } from '../../rules/rule/rule.ts';
import { writePath } from '../../rules/rule/writing.ts';
import type { Occurrence } from '../../targets/target.ts';
import { textEdits } from './edits.ts';
import { type ActionInput, KINDS, type Offer } from './offer.ts';
import { encodedLink } from './resources.ts';

/** Maximum number of files that a bare name may match. */
const MAX_TARGETS = 5;
/** Matches what looks like an absolute path, or one in the user's home directory. */
const ABSOLUTE =
  /(?<![\w.~/\\:-])(?:~|\$HOME|\$\{HOME\})?\/[\w.@%+~-][^\s`"'<>()[\]{}|*?,;]*[^\s`"'<>()[\]{}|*?,;.:!]/g;
/** Maximum length of an examined line. */
const LONGEST_LINE = 4_000;

/** Returns relative replacements for the touched path, if it is absolute, relative to the repository, or a bare name. */
export function rewriteOffers(input: ActionInput): readonly Offer[] {
  const occurrence = input.session.targets
    .of(input.path)
    .find(
      ({ range, form }) => form !== 'mention' && form !== 'name' && form !== 'anchor' && touches(range, input.range),
    );
  return occurrence ? offersForOccurrence(input, occurrence) : offersForAbsolute(input);
}

function offersForOccurrence(input: ActionInput, occurrence: Occurrence): readonly Offer[] {
  const { document, skill, analysis, result } = input;
  // Do not repeat what a finding already offers.
  const reported = result.findings.some(
    (one) => one.fixes?.length && placesOf(one).some(({ range }) => touches(range, occurrence.range)),
  );
  const reference = analysis.references.find(
    ({ reference }) => reference.range.start === occurrence.range.start,
  )?.reference;
  if (reported || !reference || !isIndirect(input, occurrence)) return [];
  return occurrence.targets.slice(0, MAX_TARGETS).flatMap((target) => {
    if (target.kind !== 'file' && target.kind !== 'folder') return [];
    const inner = within(skill.root, target.path);
    const folder = dirname(document.path);
    const linked = occurrence.form === 'link' || occurrence.form === 'image' || occurrence.form === 'definition';
    const outside = relative(linked ? folder : skill.root, target.path);
    const text =
      inner === undefined
        ? linked
          ? encodedLink(outside)
          : outside
        : writePath(inner, reference, document, skill.root);
    return text === undefined || text === '' ? [] : [offer(input, occurrence.range, text)];
  });
}

/** Returns true if a path is relative to neither the document nor the skill. */
function isIndirect({ document, skill }: ActionInput, { kind, base, from, form }: Occurrence): boolean {
  if (base.kind !== 'document' || form === 'tree' || form === 'frontmatter' || form === 'import') return false;
  if (kind === 'bare' || kind === 'installed') return true;
  return kind === 'path' && from !== undefined && from !== skill.root && from !== dirname(document.path);
}

/** Handles absolute paths, which are not references, since they are valid on one machine only. Inside the repository or skill they can be relative. */
function offersForAbsolute(input: ActionInput): readonly Offer[] {
  const { document, skill, range, session } = input;
  const { text } = document;
  const start = text.lastIndexOf('\n', range.start - 1) + 1;
  const newline = text.indexOf('\n', range.start);
  const line = text.slice(start, newline < 0 ? text.length : newline);
  if (line.length > LONGEST_LINE || start + line.length < range.end || !line.includes('/')) return [];
  const entry = session.workspace.skillOf(document.path);
  const context = entry && session.workspace.contextOf(entry);
  for (const match of context ? line.matchAll(ABSOLUTE) : []) {
    const at = { start: start + match.index, end: start + match.index + match[0].length };
    if (!touches(at, range) || !context) continue;
    const linked = line[match.index - 1] === '(' && line[match.index - 2] === ']';
    const [written, fragment] = linked ? beforeFragment(match[0]) : [match[0], ''];
    const plain = linked ? decode(written) : written;
    const absolute = plain.startsWith('/') ? normalize(plain) : installedFile(plain, skill.root, skill.name);
    const top = context.repositoryRoot ?? context.workspaceRoot ?? skill.root;
    // Do not access other locations on disk.
    if (absolute === undefined || within(top, absolute) === undefined || context.fs.kind(absolute) === undefined)
      continue;
    const from = linked || within(skill.root, absolute) === undefined ? dirname(document.path) : skill.root;
    const path = relative(from, absolute);
    // A folder that contains the skill is not one of its files.
    if (path === '' || path.endsWith('..')) continue;
    const end = at.end - fragment.length;
    return [offer(input, { start: at.start, end }, linked ? encodedLink(path) : path)];
  }
  return [];
}

function beforeFragment(target: string): readonly [string, string] {
  const hash = target.indexOf('#');
  return hash < 0 ? [target, ''] : [target.slice(0, hash), target.slice(hash)];
}

/** Returns the file of this skill for a path through the user's skills folder: `~/.claude/skills/NAME/scripts/x.py`. */
function installedFile(path: string, root: string, name: string): string | undefined {
  const inner = /\/skills\/([^/]+)\/(.+)$/.exec(path);
  const isOwn = inner?.[1] === name || inner?.[1] === basename(root);
  return isOwn && inner?.[2] !== undefined ? normalize(`${root}/${inner[2]}`) : undefined;
}

function offer(input: ActionInput, range: { start: number; end: number }, text: string): Offer {
  const { session, path, document, support } = input;
  return {
    title: `Write the relative path ${text}`,
    kind: KINDS.rewrite,
    edit: () => textEdits(session, [{ path, text: document.text, edits: [{ range, text }] }], support),
  };
}
