import * as vscode from 'vscode';
import type { RunAgentArgument, RunAgentContext } from '../commands/run-agent.ts';
import { askForParams } from '../commands/run-agent.ts';
import type { DebugStop } from '../panel/trace/debug-stop.ts';
import { DebugConfigurationProvider, type EarlierRuns, JOURNAL } from './configuration-provider.ts';
import { isFocusMoving } from './focus-frame.ts';
import { FrameDocuments } from './frame-documents.ts';
import { DEBUG_TITLE, DEBUG_TYPE, launchConfigurationOf } from './launch-configuration.ts';
import { PageLock } from './page-lock.ts';
import { RunDebugAdapter } from './run-adapter.ts';
import { showStops } from './show-stops.ts';

/** The timelines of debugged runs. */
export interface DebugTimelines {
  /** Selects rows in the open timelines of a run, by `seq`. */
  select(journal: string, seqs: readonly number[]): void;
  /** Shows that a run is stopped in the debugger, or with undefined that it continues. */
  setDebugStop(journal: string, stop: DebugStop | undefined): void;
  /** Shows a run in the column of another run's timeline, without taking the focus. */
  showNextTo(other: string, journal: string): void;
}

/** Registers the debug type `skillwright` and the command that debugs an agent. */
export function registerDebugger(
  context: RunAgentContext,
  timelines: DebugTimelines,
  earlier: EarlierRuns,
): vscode.Disposable {
  const { debug } = vscode;
  const documents = new FrameDocuments();
  /** The forks that have taken the place of runs. */
  const forks = new Map<unknown, string>();
  const currentOf = (journal: unknown): unknown => {
    const fork = forks.get(journal);
    return fork === undefined ? journal : currentOf(fork);
  };
  const select = (session: vscode.DebugSession, body: unknown): void => {
    const journal = currentOf(session.configuration[JOURNAL]);
    const seq = typeof body === 'object' && body !== null && 'seq' in body ? body.seq : undefined;
    if (typeof journal === 'string' && typeof seq === 'number') timelines.select(journal, [seq]);
  };
  return vscode.Disposable.from(
    documents,
    new PageLock(),
    context.runs.onDidReplace(({ from, to }) => {
      forks.set(from, to);
      timelines.showNextTo(from, to);
    }),
    showStops(context.runs, timelines),
    debug.registerDebugConfigurationProvider(DEBUG_TYPE, new DebugConfigurationProvider(context, earlier)),
    debug.registerDebugAdapterDescriptorFactory(DEBUG_TYPE, {
      createDebugAdapterDescriptor: ({ configuration }) =>
        new vscode.DebugAdapterInlineImplementation(new RunDebugAdapter(context.runs, String(configuration[JOURNAL]))),
    }),
    debug.onDidReceiveDebugSessionCustomEvent(({ session, event, body }) => {
      if (session.type !== DEBUG_TYPE) return;
      if (event === 'skillwright/position') select(session, body);
      if (event === 'skillwright/script') void debugScript(session, body);
    }),
    debug.onDidChangeActiveStackItem(async (item) => {
      if (!(item instanceof vscode.DebugStackFrame) || item.session.type !== DEBUG_TYPE) return;
      documents.update();
      if (isFocusMoving()) return;
      const { session, frameId } = item;
      // The run may continue in the meantime.
      const body: unknown = await session
        .customRequest('skillwright/frame', { frameId })
        .then(undefined, () => undefined);
      select(session, body);
    }),
    vscode.commands.registerCommand('skillwright.debugAgent', (argument: RunAgentArgument) =>
      debugAgent(context, argument),
    ),
  );
}

/** Starts the debugger of a script that waits for it, as a child of the session of its run. */
async function debugScript(session: vscode.DebugSession, { script, configuration }: ScriptEventBody): Promise<void> {
  const folder = session.workspaceFolder;
  const isStarted = await vscode.debug
    .startDebugging(folder, configuration, { parentSession: session, suppressSaveBeforeStart: true })
    .then(undefined, () => false);
  // The run may have ended in the meantime.
  await session.customRequest('skillwright/script', { script, isStarted }).then(undefined, () => undefined);
}

/** The body of the event that a script waits for its debugger, from the run's process. */
interface ScriptEventBody {
  readonly script: number;
  readonly configuration: vscode.DebugConfiguration;
}

/** Implements "Skillwright: Debug Agent": asks as "Run Agent" does, and debugs the run. */
async function debugAgent(context: RunAgentContext, argument: RunAgentArgument): Promise<void> {
  const params = await askForParams(context, argument, { title: DEBUG_TITLE });
  if (params === undefined) return;
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(params.skills[0] ?? params.folder ?? ''));
  await vscode.debug.startDebugging(folder, launchConfigurationOf(params));
}
