import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { Approved } from '../../runtime/protocol/approvals.ts';
import { askRuntime } from '../runtime-process/ask-runtime.ts';
import { dayAndTime } from '../timeline/model/when.ts';

interface Item extends vscode.QuickPickItem {
  readonly approved: Approved;
}

/** Command "Skillwright: Forget Approvals": what was approved until it changes is asked for again. */
export async function forgetApprovals(module: string, log: vscode.LogOutputChannel): Promise<void> {
  const failed = 'The approvals cannot be read: the runtime did not answer. The log says more.';
  const approvals = await askRuntime(module, log, (process) => process.approvals());
  if (approvals === undefined) {
    void vscode.window.showErrorMessage(failed);
    return;
  }
  if (approvals.length === 0) {
    void vscode.window.showInformationMessage(
      'Nothing is approved for longer than one run. A script waits for your approval each time it is to run, as do servers and modules of tools.',
    );
    return;
  }
  const chosen = await vscode.window.showQuickPick(approvals.map(itemOf), {
    title: 'Forget Approvals',
    placeHolder: 'What should be asked for again?',
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen === undefined || chosen.length === 0) return;
  const wanted = chosen.map((item) => item.approved);
  const gone = await askRuntime(module, log, (process) => process.forgetApprovals(wanted));
  if (gone === undefined) void vscode.window.showErrorMessage(failed);
  else if (gone.problem !== undefined) void vscode.window.showErrorMessage(gone.problem);
  else
    void vscode.window.showInformationMessage(
      `Forgotten: ${wanted.map(({ name }) => name).join(', ')}. You are asked again.`,
    );
}

function itemOf(approved: Approved): Item {
  const { kind, name, place, sandbox, time } = approved;
  const within = sandbox === 'none' ? 'also without a sandbox' : `in ${sandbox}`;
  const what = {
    skill: `scripts of this skill, in any folder, ${within}`,
    server: 'start of this MCP server, in any project',
    module: 'tools of this module, in this folder',
  }[kind];
  const icon = { skill: 'book', server: 'server-process', module: 'tools' }[kind];
  const shown = place.startsWith(homedir()) ? `~${place.slice(homedir().length)}` : place;
  return {
    label: `$(${icon}) ${name}`,
    description: what,
    detail: `${shown}   ${dayAndTime(new Date(time), new Date(), vscode.env.language)}`,
    approved,
  };
}
