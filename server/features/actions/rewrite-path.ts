/** A path that leads to its file by a detour, written as the skill's other paths are. */
import { basename, decode, dirname, normalize, relative, within } from '../../../skill/index.ts';
import { placesOf, touches } from '../../rules/rule.ts';
import { writePath } from '../../rules/writing.ts';
import type { Lead } from '../../targets/target.ts';
import { textEdits } from './edits.ts';
import { type ActionInput, KINDS, type Offer } from './offer.ts';
import { encodedLink } from './resources.ts';

/** The files that a bare name may mean, beyond which none is offered. */
const MOST = 5;
/** A path from the root of the disk or from the user's home, as far as it can be told from the text alone. */
const ABSOLUTE =
  /(?<![\w.~/\\:-])(?:~|\$HOME|\$\{HOME\})?\/[\w.@%+~-][^\s`"'<>()[\]{}|*?,;]*[^\s`"'<>()[\]{}|*?,;.:!]/g;
/** Of a line that somebody writes. */
const LONGEST_LINE = 4_000;

/** Relative paths in the place of the one that is touched: of an absolute one, one from the repository, a bare name. */
export function rewriteOffers(input: ActionInput): readonly Offer[] {
  const lead = input.session.targets
    .of(input.path)
    .find(
      ({ range, form }) => form !== 'mention' && form !== 'name' && form !== 'anchor' && touches(range, input.range),
    );
  return lead ? ofLead(input, lead) : ofAbsolute(input);
}

function ofLead(input: ActionInput, lead: Lead): readonly Offer[] {
  const { document, skill, analysis, result } = input;
  // What a finding offers by itself is not offered twice.
  const reported = result.findings.some(
    (one) => one.fixes?.length && placesOf(one).some(({ range }) => touches(range, lead.range)),
  );
  const reference = analysis.references.find(({ reference }) => reference.range.start === lead.range.start)?.reference;
  if (reported || !reference || !isDetour(input, lead)) return [];
  return lead.targets.slice(0, MOST).flatMap((target) => {
    if (target.kind !== 'file' && target.kind !== 'folder') return [];
    const inner = within(skill.root, target.path);
    const folder = dirname(document.path);
    const linked = lead.form === 'link' || lead.form === 'image' || lead.form === 'definition';
    const outside = relative(linked ? folder : skill.root, target.path);
    const text =
      inner === undefined
        ? linked
          ? encodedLink(outside)
          : outside
        : writePath(inner, reference, document, skill.root);
    return text === undefined || text === '' ? [] : [offer(input, lead.range, text)];
  });
}

/** Whether a path leads to its target otherwise than from the document or the skill. */
function isDetour({ document, skill }: ActionInput, { kind, base, from, form }: Lead): boolean {
  if (base.kind !== 'document' || form === 'tree' || form === 'frontmatter' || form === 'import') return false;
  if (kind === 'bare' || kind === 'installed') return true;
  return kind === 'path' && from !== undefined && from !== skill.root && from !== dirname(document.path);
}

/** An absolute path is nobody's reference, since it holds on one machine only; in this repository or skill it can be written so that it does everywhere. */
function ofAbsolute(input: ActionInput): readonly Offer[] {
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
    const absolute = plain.startsWith('/') ? normalize(plain) : installed(plain, skill.root, skill.name);
    const top = context.repositoryRoot ?? context.workspaceRoot ?? skill.root;
    // Nothing is looked for elsewhere on the disk.
    if (absolute === undefined || within(top, absolute) === undefined || context.fs.kind(absolute) === undefined)
      continue;
    const from = linked || within(skill.root, absolute) === undefined ? dirname(document.path) : skill.root;
    const path = relative(from, absolute);
    // Nor is a folder around the skill meant as its file.
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

/** The file of this skill that a path through the user's folder of skills means: `~/.claude/skills/NAME/scripts/x.py`. */
function installed(path: string, root: string, name: string): string | undefined {
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
