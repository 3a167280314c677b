import { existsSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { defined } from '../../../skill/index.ts';
import { SKILL_PREFIX } from '../../agents/tool-entry.ts';
import type { Json } from '../../protocol/events.ts';
import { inlineText } from '../../text/inline-text.ts';
import type { Breakpoints } from '../breakpoints/breakpoints.ts';
import { requestAt, type SkillRequest } from '../breakpoints/skill-request.ts';
import { describePosition, type Position } from '../position.ts';
import type { LoopView, OpenCall, RunView } from '../run-view.ts';

/** A stack frame without its id. */
export type Frame = Omit<DebugProtocol.StackFrame, 'id'> & {
  /** `seq` of the event that the frame stands for, for the timeline. */
  readonly seq?: number;
  /** The document that is shown for a frame without a file. */
  readonly document?: FrameDocument;
};

/** A document without a file: the JSON of the stop, of the last request or of a value, its instructions, or a text. */
export type FrameDocument =
  | { readonly kind: 'position' | 'request' | 'instructions' }
  | { readonly kind: 'json'; readonly name: string; readonly value: Json }
  | { readonly kind: 'text'; readonly name: string; readonly content: string };

const NO_SOURCE = { line: 0, column: 0 };
type Location = Pick<Frame, 'source' | 'line' | 'column' | 'endLine' | 'endColumn'>;

/** Maximum number of characters of a prompt in the name of a frame. */
const PROMPT_LENGTH = 60;

/**
 * Returns the frames of a loop, the innermost first: script, tool, model call, turn, agent.
 * @param position the position that the run is stopped at
 * @param argsOf returns the arguments of an open call
 */
export function framesOf(
  loop: LoopView,
  position: Position,
  view: RunView,
  breakpoints: Breakpoints,
  argsOf: (call: OpenCall) => Json,
): readonly Frame[] {
  const isHere = view.loopOf(position) === loop;
  return [
    ...(isHere ? callFrames(position, breakpoints) : openCallFrames(loop, argsOf)),
    ...modelFrames(loop, isHere ? position : undefined),
    ...turnFrames(loop, view),
    agentFrame(loop, view, breakpoints),
  ];
}

function callFrames(position: Position, breakpoints: Breakpoints): readonly Frame[] {
  if (position.at === 'model_call' || position.at === 'end') return [];
  const { tool } = position.boundary;
  const request = requestAt(position);
  const location: Location = request === undefined ? NO_SOURCE : locationOf(request, breakpoints);
  const seq = position.at === 'tool_call' ? {} : { seq: position.boundary.parent };
  const frame: Frame = defined({
    name: `${tool} (${describePosition(position).split(' ')[0]?.toLowerCase()})`,
    ...location,
    document: location.source === undefined ? { kind: 'position' } : undefined,
    ...seq,
  });
  const script = /(?:^|_)run_skill_script$/.test(tool) ? request?.path : undefined;
  const file = script === undefined ? undefined : fileOf(request, breakpoints);
  if (script === undefined || file === undefined) return [frame];
  return [{ name: script, source: sourceOf(file), line: 1, column: 1, ...seq }, frame];
}

/** The calls that a loop waits for while another loop runs inside them. */
function openCallFrames(loop: LoopView, argsOf: (call: OpenCall) => Json): readonly Frame[] {
  return [...loop.open.values()].slice(0, 1).map((call) => ({
    name: call.tool,
    seq: call.seq,
    ...NO_SOURCE,
    document: { kind: 'json', name: 'Call.json', value: { tool: call.tool, args: argsOf(call) } },
  }));
}

function modelFrames(loop: LoopView, position: Position | undefined): readonly Frame[] {
  if (position?.at === 'model_call') {
    const name = `Model call ${position.boundary.call} (before)`;
    return [{ name, ...NO_SOURCE, document: { kind: 'position' } }];
  }
  if (loop.lastCall === undefined) return [];
  const { call, seq } = loop.lastCall;
  return [{ name: `Model call ${call}`, seq, ...NO_SOURCE, document: { kind: 'request' } }];
}

function turnFrames(loop: LoopView, { started }: RunView): readonly Frame[] {
  if (started === undefined || loop.parent !== undefined) return [];
  const content = inlineText(started.prompt);
  const prompt = content.replace(/\s+/g, ' ');
  const text = prompt.length > PROMPT_LENGTH ? `${prompt.slice(0, PROMPT_LENGTH)}…` : prompt;
  const document: FrameDocument = { kind: 'text', name: 'Prompt.md', content };
  return [{ name: `Turn: ${text}`, seq: started.seq, ...NO_SOURCE, document }];
}

function agentFrame(loop: LoopView, { started }: RunView, breakpoints: Breakpoints): Frame {
  const frame = { name: loop.agent, seq: loop.root };
  const file = loop.parent === undefined ? agentFileOf(started) : skillFileOf(loop, loop.parent, breakpoints);
  if (file !== undefined) return { ...frame, source: sourceOf(file), line: 1, column: 1 };
  return { ...frame, ...NO_SOURCE, document: { kind: 'instructions' } };
}

/** Returns the SKILL.md of the skill that a loop runs as a tool; undefined for the loop of an agent. */
function skillFileOf({ root }: LoopView, { open }: LoopView, breakpoints: Breakpoints): string | undefined {
  const call = [...open.values()].find(({ seq }) => seq === root);
  if (call === undefined || !call.tool.startsWith(SKILL_PREFIX)) return undefined;
  return fileOf({ skill: call.tool.slice(SKILL_PREFIX.length), isKnownBefore: true }, breakpoints);
}

/** Returns the file of the agent. One that was requested by its name has none here. */
function agentFileOf(started: RunView['started']): string | undefined {
  const { agentFile, folder } = started ?? {};
  if (agentFile === undefined) return undefined;
  const file = isAbsolute(agentFile) ? agentFile : resolve(folder ?? '', agentFile);
  return file.endsWith('.md') && existsSync(file) ? file : undefined;
}

/** Returns the words that led to a file, or else the file itself. */
function locationOf(request: SkillRequest, breakpoints: Breakpoints): Location {
  const cause = breakpoints.causeOf(request);
  if (cause !== undefined) {
    const { file, line, column, endLine, endColumn } = cause;
    return { source: sourceOf(file), line, column, endLine, endColumn };
  }
  const file = fileOf(request, breakpoints);
  return file === undefined ? NO_SOURCE : { source: sourceOf(file), line: 1, column: 1 };
}

function fileOf(request: SkillRequest | undefined, breakpoints: Breakpoints): string | undefined {
  const root = request === undefined ? undefined : breakpoints.rootOf(request.skill);
  if (root === undefined || request === undefined) return undefined;
  const { path = 'SKILL.md' } = request;
  // The path is the model's. One that leads out of the skill is not shown.
  if (isAbsolute(path) || path.split(/[\\/]/).includes('..')) return undefined;
  const file = join(root, path);
  return existsSync(file) ? file : undefined;
}

function sourceOf(path: string): DebugProtocol.Source {
  return { name: basename(path), path };
}
