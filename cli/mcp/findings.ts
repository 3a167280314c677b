/** Findings as an agent gets them: each with its place and, where there is a fix, the exact edit. */
import { z } from 'zod';
import type { FileReport } from '../../server/check/report.ts';
import { type Finding, type Fix, fixesFor, placesOf, type TextEdit } from '../../server/rules/rule/rule.ts';
import type { Lines } from '../../server/workspace/lines.ts';
import { basename, defined, join, type Range } from '../../skill/index.ts';
import { cut, pageOf, sizeOf } from './pages.ts';

export const FINDING = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'information', 'hint']),
  file: z.string().describe('Relative to root.'),
  line: z.number().describe('From 1.'),
  message: z.string(),
  fix: z
    .object({
      title: z.string(),
      certain: z.boolean().describe('True if fix_skills applies it.'),
      edits: z
        .array(
          z.object({
            line: z.number(),
            old: z.string().describe('Exact text of the file at that line.'),
            new: z.string().describe('Text to put in its place.'),
          }),
        )
        .optional(),
      more: z.number().optional().describe('Edits left out. Check again after the others.'),
      create: z.string().optional().describe('File to create, relative to root.'),
      rename: z.string().optional().describe('New name for the file.'),
    })
    .optional(),
});

export type ShownFinding = z.output<typeof FINDING>;

/** Maximum size of a finding, of a path and of a message in it, in bytes. */
const MAX_FINDING = 2_000;
const MAX_PATH = 600;
const MAX_MESSAGE = 800;
/** Size of what a fix has besides its edits, in bytes. */
const MAX_REST = 320;
/** Maximum number of words before and after an edit that make it unique. */
const MAX_WORDS = 20;

/** Notes that are facts with an edit: a name without the folder of the only file that has it, and YAML that not all clients read. */
const FACTS: ReadonlySet<string> = new Set(['reference.bare', 'frontmatter.syntax']);

/** Returns true for what an agent gets unasked: errors, warnings, and notes that are facts. */
export const isForAgents = ({ severity, code }: Finding): boolean =>
  severity === 'error' || severity === 'warning' || (severity === 'information' && FACTS.has(code));

const ORDER = ['error', 'warning', 'information', 'hint'];

/** A finding in the order of answers. */
export interface ListedFinding extends Omit<ShownFinding, 'fix'> {
  /** Returns it with its fix, which takes time. */
  readonly show: () => ShownFinding;
}

/** Returns findings of a report, errors first, then by file and line. */
export function listFindings(
  files: readonly FileReport[],
  isShown: (finding: Finding) => boolean,
): readonly ListedFinding[] {
  const all = files.flatMap((file) => file.findings.filter(isShown).map((finding) => listedFinding(file, finding)));
  return all.toSorted(
    (a, b) =>
      ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) ||
      (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line),
  );
}

function listedFinding({ file, folder, lines }: FileReport, finding: Finding): ListedFinding {
  const about = {
    code: finding.code,
    severity: finding.severity,
    file: cut(file, MAX_PATH),
    line: lines.position(finding.range.start).line + 1,
    message: cut(finding.message, MAX_MESSAGE),
  };
  return {
    ...about,
    show() {
      const fix = fixOf(finding, lines, folder);
      const whole = defined<ShownFinding>({ ...about, fix });
      if (fix === undefined || sizeOf(whole) <= MAX_FINDING) return whole;
      return { ...whole, fix: shortened(fix, MAX_FINDING - sizeOf(about) - MAX_REST) };
    },
  };
}

/** Returns a fix with as many of its edits as have room, in bytes. */
function shortened(
  { title, certain, edits = [] }: NonNullable<ShownFinding['fix']>,
  room: number,
): ShownFinding['fix'] {
  let left = room;
  const shown = edits.filter((edit) => {
    left -= sizeOf(edit) + 1;
    return left >= 0;
  });
  const more = edits.length - shown.length;
  return defined({
    title: cut(title, 200),
    certain,
    edits: shown.length === 0 ? undefined : shown,
    more: more === 0 ? undefined : more,
  });
}

/** Returns the findings from `start` that fit into an answer. */
export const pageOfFindings = (all: readonly ListedFinding[], start: number, room?: number): ShownFinding[] =>
  pageOf(all.length, start, (index) => (all[index] as ListedFinding).show(), findingText, room);

/** Returns the fix of a finding, at all of its places. */
function fixOf(finding: Finding, lines: Lines, folder: string): ShownFinding['fix'] {
  const fixes = placesOf(finding).flatMap(({ range }) => bestOf(fixesFor(finding, range)) ?? []);
  const [first] = fixes;
  if (first === undefined) return undefined;
  const title = cut(first.title, 300);
  switch (first.kind) {
    case 'create':
      return { title, certain: false, create: cut(join(folder, first.path), MAX_PATH) };
    case 'rename':
      return { title, certain: false, rename: first.name };
    case 'edit': {
      const edits = fixes.flatMap((fix) => (fix.kind === 'edit' ? fix.edits : []));
      return { title, certain: first.safe === true, edits: [...exactEdits(lines, withoutRepeats(edits))] };
    }
  }
}

/** Returns the fix that an author would most likely take; undefined if two files of the same name are as likely. */
function bestOf(fixes: readonly Fix[]): Fix | undefined {
  const edits = fixes.filter((fix) => fix.kind === 'edit');
  const safe = edits.find((fix) => fix.safe === true);
  if (safe !== undefined) return safe;
  // An agent makes the edit that it gets; the message has both.
  const [first, second] = edits.map((fix) => basename(fix.edits.at(-1)?.text ?? ''));
  if (first !== undefined && first === second) return undefined;
  return edits.find((fix) => fix.preferred) ?? edits[0] ?? fixes[0];
}

function withoutRepeats(edits: readonly TextEdit[]): readonly TextEdit[] {
  const all = new Map(edits.map((edit) => [`${edit.range.start} ${edit.range.end} ${edit.text}`, edit]));
  return [...all.values()].sort((a, b) => a.range.start - b.range.start);
}

type ExactEdit = NonNullable<NonNullable<ShownFinding['fix']>['edits']>[number];

/**
 * Returns edits as replacements of words, which tools of agents find in a file: each with as many words around it as make it
 * unique, within its lines, so that one replacement leaves the text of another one on the same line as it is. Edits of the same
 * lines of one fix are one.
 */
export function* exactEdits(lines: Lines, edits: readonly TextEdit[]): Generator<ExactEdit> {
  for (let at = 0; at < edits.length; ) {
    const group: TextEdit[] = [];
    let last = -1;
    for (let next = edits[at]; next !== undefined; next = edits[at]) {
      if (group.length > 0 && lines.position(next.range.start).line > last) break;
      group.push(next);
      last = Math.max(last, lines.position(next.range.end).line);
      at++;
    }
    const [first] = group;
    if (first === undefined) return;
    const { line } = lines.position(first.range.start);
    const { start, end } = uniqueRange(
      lines.text,
      { start: first.range.start, end: Math.max(...group.map(({ range }) => range.end)) },
      {
        start: lines.offset({ line, character: 0 }),
        end: lines.offset({ line: last, character: lines.line(last).length }),
      },
    );
    let changed = '';
    let done = start;
    for (const { range, text } of group) {
      if (range.start < done) continue;
      changed += lines.text.slice(done, range.start) + text;
      done = range.end;
    }
    yield { line: line + 1, old: lines.text.slice(start, end), new: changed + lines.text.slice(done, end) };
  }
}

/** Returns the range with as many words around it, within limits, as make its text unique; else with all of them. */
function uniqueRange(text: string, range: Range, limits: Range): Range {
  let { start, end } = range;
  for (let words = 0; words < MAX_WORDS; words++) {
    while (start > limits.start && !/\s/.test(text[start - 1] ?? '')) start--;
    while (end < limits.end && !/\s/.test(text[end] ?? '')) end++;
    const old = text.slice(start, end);
    const isUnique = old.trim() !== '' && text.indexOf(old) === text.lastIndexOf(old);
    if (isUnique || (start === limits.start && end === limits.end)) return { start, end };
    // The white space before the next word.
    while (start > limits.start && /\s/.test(text[start - 1] ?? '')) start--;
    while (end < limits.end && /\s/.test(text[end] ?? '')) end++;
  }
  return limits;
}

/** Returns a finding as text. */
export function findingText({ code, severity, file, line, message, fix }: ShownFinding): string {
  const head = `${file}:${line} ${severity} ${code}: ${message}`;
  if (fix === undefined) return head;
  const { title, certain, edits = [], create, rename } = fix;
  const by = certain ? ' (fix_skills applies it)' : '';
  return [
    head,
    `  Fix: ${title}${by}`,
    ...(create === undefined ? [] : [`  Create: ${create}`]),
    ...(rename === undefined ? [] : [`  New name: ${rename}`]),
    ...edits.flatMap((edit) => [`  Line ${edit.line}, old: ${edit.old}`, `  new: ${edit.new}`]),
  ].join('\n');
}
