import { defined } from '../../skill/index.ts';
import { requestOf } from '../guards/miss.ts';
import type { ComparedTexts, DivergenceReason } from '../protocol/compare.ts';
import type { RunStarted, SkillFile, ToolCall, ToolResult } from '../protocol/events.ts';
import type { RequestContent } from '../protocol/requests.ts';
import { argumentsOf, sourceOf } from '../requests/content-source.ts';
import { changedTools } from '../requests/request-changes.ts';
import { inlineText } from '../text/inline-text.ts';
import type { ComparedSide } from './compared-side.ts';
import { importOf } from './imported.ts';
import { resultText } from './result-text.ts';
import { type AlignedSteps, type RunStep, withoutCopies } from './steps.ts';

/** The first difference between two runs. */
export interface Divergence {
  /** The steps that differ; absent if one run has none there. */
  readonly a?: RunStep;
  readonly b?: RunStep;
  readonly reason: DivergenceReason;
  /** The name of what differs: a model, skill, file or tool. */
  readonly subject?: string;
  /** The two versions of the text that differs, if both are recorded. */
  readonly texts?: ComparedTexts;
}

/** Finds the first difference and its likely reason. */
export function findDivergence(
  a: ComparedSide,
  b: ComparedSide,
  aligned: readonly AlignedSteps[],
): Divergence | undefined {
  const start = aligned.findIndex(({ relation }) => relation !== 'same');
  if (start === -1) return undefined;
  const end = aligned.findIndex(({ relation }, index) => index > start && relation === 'same');
  // An unrelated step is a removed row and an added one.
  const rows = aligned.slice(start, end === -1 ? undefined : end);
  const first = rows.find((row) => row.a !== undefined)?.a;
  const second = rows.find((row) => row.b !== undefined)?.b;
  const before = aligned[start - 1];
  const reason =
    reasonInSteps(a, b, first, second) ??
    reasonInRequests(requestAt(a, first, before?.a), requestAt(b, second, before?.b), a, b);
  return defined({ a: first, b: second, ...reason });
}

type Reason = Pick<Divergence, 'reason' | 'subject' | 'texts'>;

/** Returns the reason if the steps themselves show it; undefined if the model decided differently. */
function reasonInSteps(
  a: ComparedSide,
  b: ComparedSide,
  first: RunStep | undefined,
  second: RunStep | undefined,
): Reason | undefined {
  const kinds = [first?.kind, second?.kind];
  if (kinds.includes('prompt')) {
    const prompts = [promptOf(a, first), promptOf(b, second)] as const;
    // The output of some clients does not contain the prompt.
    return prompts.includes('') ? { reason: 'unknown' } : { reason: 'prompt', ...textsWith(...prompts) };
  }
  const edited = isEdited(a, first) ? first : isEdited(b, second) ? second : undefined;
  if (edited !== undefined) return { reason: 'user', subject: edited.call?.tool ?? '' };
  if (first?.cause !== undefined && first.cause === second?.cause) return reasonForResult(a, b, first, second);
  const byUser = [first, second].some((step) => step?.kind === 'end' && /: (?:cancelled|paused)$/.test(step.title));
  if (byUser) return { reason: 'user' };
  const changed = changedSettings(a, b);
  if ((kinds.includes('guard') || kinds.includes('end')) && changed !== undefined) return changed;
  return undefined;
}

/** True for a call whose arguments or result the user edited in a fork or while debugging. */
function isEdited({ edited }: ComparedSide, step: RunStep | undefined): boolean {
  if (step?.call === undefined) return false;
  return step.call.requested !== undefined || step.result?.edited === true || edited.has(step.call.parent ?? 0);
}

function textsWith(a: string | undefined, b: string | undefined): { readonly texts?: ComparedTexts } {
  return a === undefined || b === undefined || a === b ? {} : { texts: { a, b } };
}

function promptOf({ starts }: ComparedSide, step: RunStep | undefined): string | undefined {
  const started = step?.kind === 'prompt' ? starts.find(({ seq }) => seq === step.seq)?.event() : undefined;
  return started === undefined ? undefined : inlineText(started.prompt);
}

/** Returns the reason for different results of the same call. */
function reasonForResult(a: ComparedSide, b: ComparedSide, first: RunStep, second: RunStep): Reason {
  const subject = first.call?.tool ?? '';
  const results = [first, second].flatMap(({ call, result }) => (call && result ? [{ call, result }] : []));
  if (results.length < 2 || results.some(({ result }) => /^(?:REJECTED|CANCELLED)$/.test(result.error_code ?? '')))
    return { reason: 'user', subject };
  if (results.some(({ result }) => result.denied === true)) {
    const changed = changedSettings(a, b);
    if (changed !== undefined) return changed;
  }
  const [old, now] = results.map(({ call, result }) => ({
    text: resultText(result),
    skill: skillTextOf(call, result),
  }));
  const skill = old?.skill ?? now?.skill;
  const hasText = results.map(({ result }) => result.error_code === undefined && result.miss === undefined);
  if (skill === undefined || !hasText.includes(true))
    return { reason: 'result', subject, ...textsWith(old?.text, now?.text) };
  // A missing file has no text; the message that the model received instead is not a version of it.
  const [before, after] = [old, now].map((side, index) => (hasText[index] === true ? (side?.text ?? '') : ''));
  return { reason: 'skill', subject: skill, ...textsWith(before, after) };
}

/**
 * Returns the name of the text of a skill that a call requested: the list of skills, a skill, or a file of one, which may be
 * missing. Undefined for other calls.
 */
export function skillTextOf(call: ToolCall, result: ToolResult): string | undefined {
  const source = sourceOf(call, result);
  if (source.kind === 'catalogue') return LIST_OF_SKILLS;
  if (source.kind === 'skill') return source.skill;
  const file = source.kind === 'resource' ? source : (result.miss ?? missedFile(call, result));
  return file && `${file.skill}/${file.path}`;
}

export const LIST_OF_SKILLS = 'list of skills';

function missedFile(call: ToolCall, { error_code: code = '' }: ToolResult): SkillFile | undefined {
  const request = requestOf({ tool: call.tool, args: argumentsOf(call) });
  return request !== undefined && code.startsWith(request.code) ? request : undefined;
}

/** Returns the request that a step belongs to, or, if the run has no step there, the next one. */
function requestAt(
  { requests }: ComparedSide,
  step: RunStep | undefined,
  before: RunStep | undefined,
): RequestOf | undefined {
  let last: RequestOf | undefined;
  if (step?.request !== undefined && requests.has(step.request))
    return { seq: step.request, content: requests.get(step.request) };
  for (const [seq, content] of requests) {
    last = { seq, content };
    if (seq > (before?.seq ?? 0)) break;
  }
  return last;
}

interface RequestOf {
  readonly seq: number;
  /** Undefined if it is not stored. */
  readonly content: RequestContent | undefined;
}

/** Returns the reason for different decisions of the model: the first difference of what it received. */
function reasonInRequests(
  first: RequestOf | undefined,
  second: RequestOf | undefined,
  a: ComparedSide,
  b: ComparedSide,
): Reason {
  const starts = [lastStart(a, first), lastStart(b, second)] as const;
  const client = changedClient(starts);
  if (client !== undefined) return { reason: 'settings', subject: client };
  const isModelKnown = starts.every((start) => start?.model !== UNKNOWN);
  const model = isModelKnown ? changedField(starts, 'model') : undefined;
  if (model !== undefined) return { reason: 'model', subject: model };
  const reasoning = hasImport(starts) ? undefined : changedField(starts, 'reasoning');
  if (reasoning !== undefined) return { reason: 'settings', subject: reasoning };
  if (first?.content === undefined || second?.content === undefined) return { reason: 'unknown' };
  const [old, now] = [partsOf(first.content), partsOf(second.content)];
  if (old.instructions !== now.instructions)
    return { reason: 'instructions', ...textsWith(old.instructions, now.instructions) };
  const tools = changedTools(first.content.tools, second.content.tools);
  if (tools !== undefined)
    return { reason: 'tools', subject: [...tools.added, ...tools.removed, ...tools.changed].join(', ') };
  if (old.catalogue !== now.catalogue)
    return { reason: 'skill', subject: LIST_OF_SKILLS, ...textsWith(old.catalogue, now.catalogue) };
  return { reason: 'sampling' };
}

/** Separates the list of skills from the instructions, without the folders of copies. */
export function partsOf({ system, opening = '', catalogue = '' }: RequestContent) {
  const text = `${system}\n${opening}`;
  const instructions = catalogue === '' ? text : text.replace(catalogue, () => '');
  return { instructions: withoutCopies(instructions), catalogue: withoutCopies(catalogue) };
}

/** The model of an imported session that does not name it. */
const UNKNOWN = 'unknown';

/** Returns the first setting of guards or limits that differs; those of imported sessions are unknown. */
function changedSettings(a: ComparedSide, b: ComparedSide): Reason | undefined {
  const starts = [lastStart(a), lastStart(b)] as const;
  if (hasImport(starts)) return undefined;
  for (const field of ['guards', 'guardSettings', 'maxLlmCalls', 'maxTokens', 'maxCost'] as const) {
    const subject = changedField(starts, field);
    if (subject !== undefined) return { reason: 'settings', subject };
  }
  return undefined;
}

/** Returns the start of the prompt that a request belongs to; without a request, of the last prompt. */
function lastStart({ starts }: ComparedSide, request?: RequestOf): RunStarted | undefined {
  const until = request?.seq ?? Number.POSITIVE_INFINITY;
  return starts.findLast(({ seq }) => seq < until)?.event();
}

/** The starts of the compared prompts. */
type Starts = readonly [RunStarted | undefined, RunStarted | undefined];

function hasImport(starts: Starts): boolean {
  return starts.some((start) => importOf(start) !== undefined);
}

/** Returns `client: VALUE, VALUE` if the clients are known and differ. */
function changedClient([a, b]: Starts): string | undefined {
  const [old, now] = [a, b].map((start) => {
    const imported = importOf(start);
    return imported === undefined ? (start?.client ?? 'none') : imported.client;
  });
  return old === undefined || now === undefined || old === now ? undefined : `client: ${old}, ${now}`;
}

/** Returns `NAME: VALUE, VALUE` if the field differs. */
function changedField([a, b]: Starts, field: keyof RunStarted): string | undefined {
  const [old, now] = [a?.[field], b?.[field]].map((value) =>
    value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value),
  );
  return old === now ? undefined : `${field}: ${old}, ${now}`;
}
