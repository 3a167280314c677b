import * as vscode from 'vscode';
import { leavePage } from '../editor/leave-page.ts';
import { DEBUG_TYPE } from './launch-configuration.ts';

/** Time that VS Code has to show another frame, in milliseconds. */
const CHANGE_MS = 2_000;
/** Maximum number of commands to get to a frame. */
const MAX_COMMANDS = 50;

/** The frame of a step, with the ids of the frames of its thread, the innermost first. */
interface StepFrame {
  readonly frameId: number;
  readonly threadId: number;
  readonly frames: readonly number[];
}

let isMoving = false;

/** Returns true while `focusFrame` moves through frames that the user did not select. */
export function isFocusMoving(): boolean {
  return isMoving;
}

/**
 * Selects the frame of a step in the Call Stack view, if the run is stopped in the debugger and the step has one. VS Code has
 * no API for that, so that its commands go there from the current frame.
 * @param seq that of the event of the step
 * @param restoreFocus returns the focus from the editor of the frame, which VS Code opens
 */
export async function focusFrame(run: string, seq: number, restoreFocus: () => unknown): Promise<void> {
  const session = debuggedSession(vscode.debug.activeDebugSession);
  if (session === undefined || isMoving) return;
  // The run may not be stopped, or be another one.
  const found: unknown = await session
    .customRequest('skillwright/frameOf', { run, seq })
    .then(undefined, () => undefined);
  if (!isStepFrame(found) || isCurrent(session, found)) return;
  isMoving = true;
  try {
    // The editor of the frame opens in the active group.
    await leavePage();
    for (let count = 0; count < MAX_COMMANDS && !isCurrent(session, found); count++)
      if (!(await moveTowards(session, found))) break;
  } finally {
    isMoving = false;
    restoreFocus();
  }
}

/** Moves the focus of the Call Stack by one frame, or to the thread. Returns false if it did not move. */
async function moveTowards(session: vscode.DebugSession, { frameId, threadId, frames }: StepFrame): Promise<boolean> {
  const item = vscode.debug.activeStackItem;
  const changed = nextStackItem();
  if (item?.session.id !== session.id || item.threadId !== threadId)
    await session.customRequest('skillwright/showThread', { threadId }).then(undefined, () => undefined);
  else {
    const index = item instanceof vscode.DebugStackFrame ? frames.indexOf(item.frameId) : -1;
    const direction = index === -1 ? 'Top' : index < frames.indexOf(frameId) ? 'Down' : 'Up';
    await vscode.commands.executeCommand(`workbench.action.debug.callStack${direction}`);
  }
  return changed;
}

/** Returns true when another frame or thread is current, false if none is after a while. */
function nextStackItem(): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (hasChanged: boolean): void => {
      clearTimeout(timer);
      subscription.dispose();
      resolve(hasChanged);
    };
    const timer = setTimeout(() => end(false), CHANGE_MS);
    const subscription = vscode.debug.onDidChangeActiveStackItem(() => end(true));
  });
}

function isCurrent(session: vscode.DebugSession, { frameId }: StepFrame): boolean {
  const item = vscode.debug.activeStackItem;
  return item instanceof vscode.DebugStackFrame && item.session.id === session.id && item.frameId === frameId;
}

/** Returns the session of the run, which may be that of a script in it. */
function debuggedSession(session: vscode.DebugSession | undefined): vscode.DebugSession | undefined {
  return session === undefined || session.type === DEBUG_TYPE ? session : debuggedSession(session.parentSession);
}

function isStepFrame(value: unknown): value is StepFrame {
  return typeof value === 'object' && value !== null && 'frameId' in value;
}
