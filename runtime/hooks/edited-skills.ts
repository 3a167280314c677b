/** The findings for an agent in the skills that it edits. */
import { basename } from 'node:path';
import { defined, formatCount } from '../../skill/index.ts';
import type { HookOptions } from '../protocol/hooks.ts';
import type { RecordLine, SessionRecord } from '../user-data/hook-record.ts';
import type { AnswerTemplate } from './dialect.ts';
import type { StopEvent, ToolEvent } from './hook-event.ts';
import { skillAround } from './quick-look.ts';
import { redacted } from './redacted.ts';
import { fill, tellOf } from './run-hook.ts';

/** A finding in a skill. */
export interface EditedFinding {
  /** Absolute. */
  readonly path: string;
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly line: number;
}

/** Checks the skill in a folder. */
export type CheckSkill = (folder: string) => Promise<readonly EditedFinding[]>;

/** Maximum length of an answer, in characters, and number of skills that are checked at the end of a turn. */
const MAX_TEXT = 1900;
const MAX_SKILLS = 5;
/** Maximum number of findings in an answer. */
const MAX_SHOWN = 12;

/** Rules about files that a later edit may still create: they are no fault after a single one. */
const LATER = /^(?:reference|script|instructions)\./;

/** Returns the errors in the files of skills that a call has just edited; undefined without one. */
export async function answerEdit(
  event: ToolEvent,
  paths: readonly string[],
  record: SessionRecord,
  check: CheckSkill,
): Promise<AnswerTemplate | undefined> {
  const found: EditedFinding[] = [];
  for (const path of paths) {
    const folder = skillAround(path);
    if (folder === undefined) continue;
    record.add({ at: Date.now(), event: 'edited', path });
    const findings = await check(folder);
    found.push(
      ...findings.filter((one) => one.severity === 'error' && !LATER.test(one.code) && isSamePath(one.path, path)),
    );
  }
  if (found.length === 0) return undefined;
  const text = `skillwright check found after this edit:\n${listOf(found)}`.slice(0, MAX_TEXT);
  const told = redacted(text);
  record.add(defined<RecordLine>({ at: Date.now(), event: 'noted', call: event.call, path: found[0]?.path, told }));
  return fill(tellOf(event), { event: event.name, text, error: event.error ?? '' });
}

/** Returns everything that is wrong in the files of skills that a session has edited, once; undefined if nothing is. */
export async function answerEdits(
  { dialect, name }: StopEvent,
  record: SessionRecord,
  options: HookOptions,
  check: CheckSkill,
): Promise<AnswerTemplate | undefined> {
  const template = dialect.answers.continue;
  if (options.check !== 'stop' || template === undefined) return undefined;
  const lines = record.lines();
  const edited = new Set(lines.flatMap((line) => (line.event === 'edited' ? [line.path] : [])));
  const folders = new Set([...edited].flatMap((path) => skillAround(path) ?? []));
  const found: EditedFinding[] = [];
  for (const folder of [...folders].slice(0, MAX_SKILLS))
    found.push(...(await check(folder)).filter(({ path }) => [...edited].some((one) => isSamePath(one, path))));
  if (found.length === 0) return undefined;
  const text = `skillwright check found in the skills that were edited:\n${listOf(found)}`.slice(0, MAX_TEXT);
  if (lines.some((line) => line.event === 'shown' && line.told === redacted(text))) return undefined;
  record.add({ at: Date.now(), event: 'shown', told: redacted(text) });
  return fill(template, { event: name, text, error: '' });
}

function listOf(findings: readonly EditedFinding[]): string {
  const shown = findings
    .slice(0, MAX_SHOWN)
    .map(({ path, line, severity, code, message }) => `${basename(path)}:${line} ${severity} ${code}: ${message}`);
  const rest = findings.length - shown.length;
  return [...shown, ...(rest > 0 ? [`and ${formatCount(rest, 'other finding')}`] : [])].join('\n');
}

const isSamePath = (one: string, other: string): boolean => one.replaceAll('\\', '/') === other.replaceAll('\\', '/');
