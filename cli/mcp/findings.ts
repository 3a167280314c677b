/** Findings as an agent gets them: each with its place and, where there is a fix, the exact edit. */
import { z } from 'zod';
import type { FileReport } from '../../server/check/report.ts';
import { type Finding, type Fix, fixesFor, placesOf, type TextEdit } from '../../server/rules/rule/rule.ts';
import type { Lines } from '../../server/workspace/lines.ts';
import { defined, join } from '../../skill/index.ts';
import { cut, sizeOf } from './pages.ts';

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
            old: z.string().describe('Exact text of the file from that line on.'),
            new: z.string().describe('Text to put in its place.'),
          }),
        )
        .optional(),
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
/** Maximum length of a line that is quoted whole in an edit; of a longer one only the surroundings are. */
const MAX_LINE = 400;
const AROUND = 60;

const ORDER = ['error', 'warning', 'information', 'hint'];

/** Returns findings of a report, errors first, then by file and line. */
export function shownFindings(
  files: readonly FileReport[],
  isShown: (finding: Finding) => boolean,
): readonly ShownFinding[] {
  const all = files.flatMap((file) => file.findings.filter(isShown).map((finding) => shownFinding(file, finding)));
  return all.toSorted(
    (a, b) =>
      ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) ||
      (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line),
  );
}

function shownFinding({ file, folder, lines }: FileReport, finding: Finding): ShownFinding {
  const whole: ShownFinding = defined({
    code: finding.code,
    severity: finding.severity,
    file: cut(file, MAX_PATH),
    line: lines.position(finding.range.start).line + 1,
    message: cut(finding.message, MAX_MESSAGE),
    fix: fixOf(finding, lines, folder),
  });
  if (sizeOf(whole) <= MAX_FINDING || whole.fix === undefined) return whole;
  const { title, certain } = whole.fix;
  return { ...whole, fix: { title: cut(title, 200), certain } };
}

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
      return { title, certain: first.safe === true, edits: [...lineEdits(lines, withoutRepeats(edits))] };
    }
  }
}

/** Returns the fix that an author would most likely take. */
const bestOf = (fixes: readonly Fix[]): Fix | undefined =>
  fixes.find((fix) => fix.kind === 'edit' && fix.safe === true) ??
  fixes.find((fix) => fix.kind === 'edit' && fix.preferred) ??
  fixes.find((fix) => fix.kind === 'edit') ??
  fixes[0];

function withoutRepeats(edits: readonly TextEdit[]): readonly TextEdit[] {
  const all = new Map(edits.map((edit) => [`${edit.range.start} ${edit.range.end} ${edit.text}`, edit]));
  return [...all.values()].sort((a, b) => a.range.start - b.range.start);
}

type LineEdit = NonNullable<NonNullable<ShownFinding['fix']>['edits']>[number];

/** Returns edits as replacements of whole lines, which tools of agents find in a file. Edits of the same lines are one. */
export function* lineEdits(lines: Lines, edits: readonly TextEdit[]): Generator<LineEdit> {
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
    const end = Math.max(...group.map(({ range }) => range.end));
    const { line } = lines.position(first.range.start);
    let from = lines.offset({ line, character: 0 });
    let to = lines.offset({ line: last, character: lines.line(last).length });
    if (to - from > MAX_LINE) {
      from = Math.max(from, wholeCharacter(lines.text, first.range.start - AROUND));
      to = Math.min(to, wholeCharacter(lines.text, end + AROUND));
    }
    let changed = '';
    let done = from;
    for (const { range, text } of group) {
      if (range.start < done) continue;
      changed += lines.text.slice(done, range.start) + text;
      done = range.end;
    }
    yield { line: line + 1, old: lines.text.slice(from, to), new: changed + lines.text.slice(done, to) };
  }
}

/** Returns an offset that is not within a surrogate pair. */
function wholeCharacter(text: string, offset: number): number {
  const isInside = /[\uDC00-\uDFFF]/.test(text[offset] ?? '') && /[\uD800-\uDBFF]/.test(text[offset - 1] ?? '');
  return Math.max(0, isInside ? offset - 1 : offset);
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
