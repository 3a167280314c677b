import { existsSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { inlineText } from '../../protocol/inline-text.ts';
import type { Breakpoints } from '../breakpoints/breakpoints.ts';
import { requestAt, type SkillRequest } from '../breakpoints/skill-request.ts';
import { describePosition, type Position } from '../position.ts';
import type { LoopView, RunView } from '../run-view.ts';

/** A stack frame without its id. */
export type Frame = Omit<DebugProtocol.StackFrame, 'id'> & {
  /** `seq` of the event that the frame stands for, for the timeline. */
  readonly seq?: number;
};

const NO_SOURCE = { line: 0, column: 0 };
/** Maximum number of characters of a prompt in the name of a frame. */
const PROMPT_LENGTH = 60;

/**
 * Returns the frames of a loop, the innermost first: script, tool, model call, turn, agent.
 * @param position the position that the run is stopped at
 */
export function framesOf(
  loop: LoopView,
  position: Position,
  view: RunView,
  breakpoints: Breakpoints,
): readonly Frame[] {
  const isHere = view.loopOf(position) === loop;
  return [
    ...(isHere ? callFrames(position, breakpoints) : openCallFrames(loop)),
    ...modelFrames(loop, isHere ? position : undefined),
    ...turnFrames(loop, view),
    agentFrame(loop, view),
  ];
}

function callFrames(position: Position, breakpoints: Breakpoints): readonly Frame[] {
  if (position.at === 'model_call' || position.at === 'end') return [];
  const { tool } = position.boundary;
  const request = requestAt(position);
  const location = request === undefined ? NO_SOURCE : locationOf(request, breakpoints);
  const seq = position.at === 'tool_call' ? {} : { seq: position.boundary.parent };
  const frame: Frame = {
    name: `${tool} (${describePosition(position).split(' ')[0]?.toLowerCase()})`,
    ...location,
    ...seq,
  };
  const script = /(?:^|_)run_skill_script$/.test(tool) ? request?.path : undefined;
  const file = script === undefined ? undefined : fileOf(request, breakpoints);
  if (script === undefined || file === undefined) return [frame];
  return [{ name: script, source: sourceOf(file), line: 1, column: 1, ...seq }, frame];
}

/** The calls that a loop waits for while another loop runs inside them. */
function openCallFrames(loop: LoopView): readonly Frame[] {
  return [...loop.open.values()].slice(0, 1).map(({ tool, seq }) => ({ name: tool, seq, ...NO_SOURCE }));
}

function modelFrames(loop: LoopView, position: Position | undefined): readonly Frame[] {
  if (position?.at === 'model_call') return [{ name: `Model call ${position.boundary.call} (before)`, ...NO_SOURCE }];
  if (loop.lastCall === undefined) return [];
  const { call, seq } = loop.lastCall;
  return [{ name: `Model call ${call}`, seq, ...NO_SOURCE }];
}

function turnFrames(loop: LoopView, { started }: RunView): readonly Frame[] {
  if (started === undefined || loop.parent !== undefined) return [];
  const prompt = inlineText(started.prompt).replace(/\s+/g, ' ');
  const text = prompt.length > PROMPT_LENGTH ? `${prompt.slice(0, PROMPT_LENGTH)}…` : prompt;
  return [{ name: `Turn: ${text}`, seq: started.seq, ...NO_SOURCE }];
}

function agentFrame(loop: LoopView, { started }: RunView): Frame {
  const frame = { name: loop.agent, seq: loop.root };
  const file = loop.parent === undefined ? agentFileOf(started) : undefined;
  return file === undefined
    ? { ...frame, ...NO_SOURCE, presentationHint: 'subtle' }
    : { ...frame, source: sourceOf(file), line: 1, column: 1 };
}

/** Returns the file of the agent. One that was requested by its name has none here. */
function agentFileOf(started: RunView['started']): string | undefined {
  const { agentFile, folder } = started ?? {};
  if (agentFile === undefined) return undefined;
  const file = isAbsolute(agentFile) ? agentFile : resolve(folder ?? '', agentFile);
  return file.endsWith('.md') && existsSync(file) ? file : undefined;
}

/** Returns the words that led to a file, or else the file itself. */
function locationOf(request: SkillRequest, breakpoints: Breakpoints): Pick<Frame, 'source' | 'line' | 'column'> {
  const cause = breakpoints.causeOf(request);
  if (cause !== undefined) {
    const { file, line, column, endLine, endColumn } = cause;
    return { source: sourceOf(file), line, column, ...{ endLine, endColumn } };
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
