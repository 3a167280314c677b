import type * as vscode from 'vscode';
import type { DebugStop } from '../panel/trace/debug-stop.ts';

/** The runs of this window, as far as their messages to the debugger matter here. */
interface DebuggedRuns {
  readonly onDidSendDebugMessage: vscode.Event<{ readonly journal: string; readonly message: object }>;
}

interface StopMessage {
  readonly event?: string;
  readonly body?: { readonly description?: string; readonly seq?: number };
}

/** Shows in the timelines of debugged runs that they have stopped and where, or that they continue. */
export function showStops(
  runs: DebuggedRuns,
  timelines: { setDebugStop(journal: string, stop: DebugStop | undefined): void },
): vscode.Disposable {
  /** Why each run has stopped; the position follows in a message of its own. */
  const reasons = new Map<string, string>();
  return runs.onDidSendDebugMessage(({ journal, message }) => {
    const { event, body }: StopMessage = message;
    if (event === 'stopped') {
      reasons.set(journal, body?.description ?? '');
      timelines.setDebugStop(journal, { why: body?.description ?? '' });
    } else if (event === 'skillwright/position' && reasons.has(journal)) {
      timelines.setDebugStop(journal, { why: reasons.get(journal) ?? '', seq: body?.seq });
    } else if (event === 'continued' || event === 'terminated') {
      reasons.delete(journal);
      timelines.setDebugStop(journal, undefined);
    }
  });
}
