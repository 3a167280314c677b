/** Runs the language server and `check` on an input and validates their output. */

import { formatGitHub } from '../../../../server/check/github.ts';
import { formatJson } from '../../../../server/check/json.ts';
import { formatPretty } from '../../../../server/check/pretty.ts';
import type { FileReport } from '../../../../server/check/report.ts';
import { runCheck } from '../../../../server/check/run.ts';
import { formatSarif } from '../../../../server/check/sarif.ts';
import { clientsOfProfile } from '../../../../server/clients.ts';
import { codeActions } from '../../../../server/features/actions/code-actions.ts';
import { codeLenses } from '../../../../server/features/code-lenses.ts';
import { definition } from '../../../../server/features/definition.ts';
import { documentLinks } from '../../../../server/features/document-links.ts';
import { hover } from '../../../../server/features/hover/hover.ts';
import { pullDocument } from '../../../../server/features/pull.ts';
import { highlights, references } from '../../../../server/features/references.ts';
import type { Session } from '../../../../server/features/session.ts';
import { openDocumentAt } from '../../../../server/features/structure/document.ts';
import { documentSymbols } from '../../../../server/features/structure/document-symbols.ts';
import { foldingRanges } from '../../../../server/features/structure/folding.ts';
import { inlayHints } from '../../../../server/features/structure/inlay-hints.ts';
import { selectionRanges } from '../../../../server/features/structure/selection.ts';
import { tokensOf } from '../../../../server/features/structure/semantic-tokens.ts';
import type { Finding } from '../../../../server/rules/rule/rule.ts';
import { applyEdits, safeEdits } from '../../../../server/rules/rule/safe-fixes.ts';
import type { Settings } from '../../../../server/settings.ts';
import { Targets } from '../../../../server/targets/targets.ts';
import { Buffers } from '../../../../server/workspace/buffers.ts';
import { Lines } from '../../../../server/workspace/lines.ts';
import { uriOf } from '../../../../server/workspace/uris.ts';
import { Workspace } from '../../../../server/workspace/workspace.ts';
import { diskFiles } from '../../../../skill/disk.ts';
import { type FileSystem, type MemoryFile, memoryFiles, overlay } from '../../../../skill/index.ts';
import { caseInsensitive } from './case-insensitive.ts';
import type { Input } from './input.ts';

export interface InputResult {
  /** Problems as sentences; empty if everything is valid. */
  readonly problems: readonly string[];
  /** Processor time of this thread in milliseconds: the maximum of the editor and `check`. */
  readonly slowest: number;
  readonly findings: number;
  readonly characters: number;
}

const EVERYTHING = { start: { line: 0, character: 0 }, end: { line: 1e6, character: 0 } };

/** Runs an input in memory (only text), or on disk in the folder `disk`. */
export async function runInput(input: Input, disk?: string): Promise<InputResult> {
  const problems: string[] = [];
  const fail = (context: string, error: unknown): void => {
    problems.push(
      `${context}: ${error instanceof Error ? (error.stack ?? error.message).slice(0, 1_500) : String(error)}`,
    );
  };
  const base = disk === undefined ? memoryFiles(memoryFilesOf(input)) : diskFiles();
  const fs = input.caseSensitive ? base : caseInsensitive(base);
  const folder = `${disk ?? ''}/work`;
  const settings: Settings = { clients: clientsOfProfile(input.profile) ?? 'auto', levels: new Map() };
  const startTime = clock();
  let seen = { findings: 0, characters: 0 };
  try {
    seen = inEditor(fs, folder, settings, (problem) => problems.push(problem));
  } catch (error) {
    fail('the language server threw', error);
  }
  const between = clock();
  try {
    await inCheck(fs, folder, settings, (problem) => problems.push(problem));
  } catch (error) {
    fail('check threw', error);
  }
  const ended = clock();
  if (Reflect.get(globalThis, 'skillwrightRan') !== undefined) problems.push('code of the frontmatter was run');
  if (Reflect.get({}, 'polluted') !== undefined) problems.push('the frontmatter reached the prototype of all objects');
  return { problems, slowest: Math.max(between - startTime, ended - between), ...seen };
}

/** Returns the processor time of this thread, in milliseconds; other work on the machine does not count. */
function clock(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function memoryFilesOf({ files }: Input): Readonly<Record<string, MemoryFile>> {
  const all: [string, MemoryFile][] = Object.entries(files).map(([path, file]) => [
    path,
    file instanceof Uint8Array ? { kind: 'binary' } : file,
  ]);
  return Object.fromEntries(all);
}

function inEditor(disk: FileSystem, folder: string, settings: Settings, reportProblem: (problem: string) => void) {
  const buffers = new Buffers();
  const workspace = new Workspace(overlay(disk, buffers.texts), (code, document, error) => {
    reportProblem(
      `rule ${code} threw on ${document}: ${error instanceof Error ? error.stack?.slice(0, 800) : String(error)}`,
    );
  });
  const targets = new Targets(workspace);
  const session: Session = { workspace, targets, buffers, rulePages: 'file:///pages', reportedByEditor: new Set() };
  workspace.setFolders([folder]);
  workspace.setSettings(settings);
  let findings = 0;
  let characters = 0;
  for (const entry of workspace.skills()) {
    for (const path of entry.documents()) {
      const uri = uriOf(path);
      const read = disk.read(path);
      // An editor does not open files that are not text.
      if (read.kind === 'text') buffers.open(uri, 'markdown', 1, read.text);
      const text = read.kind === 'text' ? read.text : '';
      characters += text.length;
      const result = workspace.diagnose(path);
      findings += result?.findings.length ?? 0;
      for (const finding of result?.findings ?? []) checkFinding(finding, text, path, reportProblem);
      for (const { reference } of result?.analysis?.references ?? [])
        checkRange(reference.range, text, `${path}: reference ${reference.form}`, reportProblem);
      const report = pullDocument(session, path, undefined);
      if (report.kind === 'full')
        for (const { range } of report.items) checkPositions(range, text, path, reportProblem);
      codeActions(
        session,
        path,
        { range: EVERYTHING, context: { diagnostics: [] } },
        { documentChanges: true, create: true },
      );
      codeLenses(session, path);
      checkOccurrences(session, path, text, reportProblem);
      checkStructure(session, path, text, reportProblem);
      for (const { range } of documentLinks(session, path)) checkPositions(range, text, path, reportProblem);
    }
  }
  return { findings, characters };
}

/** Checks that symbols, folds and the like are in order and within the document. */
function checkStructure(session: Session, path: string, text: string, reportProblem: (problem: string) => void): void {
  const lines = new Lines(text);
  documentSymbols(session, path, true);
  for (const { range } of documentSymbols(session, path, false).flatMap((one) =>
    'location' in one ? [one.location] : [],
  ))
    checkPositions(range, text, path, reportProblem);
  for (const { startLine, endLine } of foldingRanges(session, path))
    if (startLine >= endLine || endLine >= lines.count)
      reportProblem(`${path}: folds lines ${startLine} to ${endLine}`);
  selectionRanges(session, path, [lines.position(text.length), lines.position(text.length >> 1)]);
  const opened = openDocumentAt(session, path);
  let end = 0;
  for (const token of opened ? tokensOf(session, path, opened) : []) {
    checkRange(token, text, `${path}: token ${token.type}`, reportProblem);
    if (token.start < end) reportProblem(`${path}: tokens overlap at ${token.start}`);
    end = token.end;
  }
  inlayHints(session, path, () => ({ start: 0, end: text.length }));
}

/** Follows every tenth reference as an editor does. */
function checkOccurrences(
  session: Session,
  path: string,
  text: string,
  reportProblem: (problem: string) => void,
): void {
  const lines = new Lines(text);
  for (const [index, { range, form, fragment }] of session.targets.of(path).entries()) {
    checkRange(range, text, `${path}: occurrence ${form}`, reportProblem);
    if (fragment) checkRange(fragment.range, text, `${path}: fragment of ${form}`, reportProblem);
    if (index % 10 > 0 || index > 200) continue;
    const position = lines.position(range.start);
    hover(session, path, position, { markdown: true, widths: true });
    definition(session, path, position, true);
    references(session, path, position, true);
    for (const one of highlights(session, path, position)) checkPositions(one.range, text, path, reportProblem);
  }
}

async function inCheck(fs: FileSystem, folder: string, settings: Settings, reportProblem: (problem: string) => void) {
  const result = await runCheck({
    fs,
    settings,
    cwd: folder,
    paths: ['.'],
    onRuleError: (code, document, error) => reportProblem(`check: rule ${code} threw on ${document}: ${String(error)}`),
  });
  if (result.kind === 'unreadable') return;
  const { report } = result;
  for (const file of report.files) checkFile(file, fs, reportProblem);
  JSON.parse(formatJson(report));
  JSON.parse(formatSarif(report));
  const count = report.files.reduce((sum, { findings }) => sum + findings.length, 0);
  const annotations = formatGitHub(report).split(/[\n\r]/);
  if (annotations.length !== count + 2) reportProblem(`${annotations.length - 2} annotations of ${count} findings`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not occur
  if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/.test(formatPretty(report, false)))
    reportProblem('the report for people holds characters that a terminal acts on');
}

function checkFile({ path, findings }: FileReport, fs: FileSystem, reportProblem: (problem: string) => void): void {
  const read = fs.read(path);
  const text = read.kind === 'text' ? read.text : '';
  for (const finding of findings) checkFinding(finding, text, `check ${path}`, reportProblem);
  // The result of a safe fix must not be changed again by the next one.
  const { edits } = safeEdits(findings);
  if (edits.length > 0 && applyEdits(text, edits) === text) reportProblem(`${path}: a safe fix changes nothing`);
}

function checkFinding(
  { code, range, fixes = [], message }: Finding,
  text: string,
  path: string,
  reportProblem: (problem: string) => void,
): void {
  checkRange(range, text, `${path}: ${code}`, reportProblem);
  // Except within quoted text.
  const own = message.replaceAll(/`[^`]*`|“[^”]*”/g, '');
  const odd = ['undefined', '[object', 'NaN'].some((word) => own.includes(word) && !text.includes(word));
  if (message === '' || odd) reportProblem(`${path}: ${code} says “${message}”`);
  for (const fix of fixes) {
    if (fix.kind !== 'edit') continue;
    const edits = [...fix.edits].sort((a, b) => a.range.start - b.range.start);
    for (const [index, edit] of edits.entries()) {
      checkRange(edit.range, text, `${path}: fix of ${code}`, reportProblem);
      if ((edits[index - 1]?.range.end ?? 0) > edit.range.start)
        reportProblem(`${path}: edits of a fix of ${code} overlap`);
    }
  }
}

function checkRange(
  { start, end }: { start: number; end: number },
  text: string,
  label: string,
  reportProblem: (problem: string) => void,
): void {
  const fits = Number.isInteger(start) && Number.isInteger(end) && 0 <= start && start <= end && end <= text.length;
  if (!fits) reportProblem(`${label}: range ${start} to ${end} of ${text.length}`);
  else if (cutsPair(text, start) || cutsPair(text, end))
    reportProblem(`${label}: range ${start} to ${end} cuts a character in two`);
}

function cutsPair(text: string, at: number): boolean {
  return /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') && /[\uDC00-\uDFFF]/.test(text[at] ?? '');
}

let last: { readonly text: string; readonly lines: readonly string[] } = { text: '', lines: [''] };

function linesOf(text: string): readonly string[] {
  if (last.text !== text) last = { text, lines: text.split(/\r\n|\n|\r/) };
  return last.lines;
}

interface Position {
  readonly line: number;
  readonly character: number;
}

function checkPositions(
  { start, end }: { start: Position; end: Position },
  text: string,
  path: string,
  reportProblem: (problem: string) => void,
): void {
  const lines = linesOf(text);
  for (const { line, character } of [start, end]) {
    const length = lines[line]?.length;
    if (length === undefined || character > length || character < 0)
      reportProblem(`${path}: place ${line}:${character} is not in the text`);
  }
}
