import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { ApprovalRecord } from '../../runtime/protocol/approvals.ts';
import { queryRuntime } from '../runtime-process/query-runtime.ts';
import { formatDateTime } from '../timeline/model/date-format.ts';

interface Item extends vscode.QuickPickItem {
  readonly approved: ApprovalRecord;
}

/** Implements "Skillwright: Forget Approvals". Forgotten scripts, servers and modules need a new approval. */
export async function forgetApprovals(module: string, log: vscode.LogOutputChannel): Promise<void> {
  const failed = 'Cannot read the approvals: the runtime did not respond. Run "Skillwright: Show Log" for details.';
  const approvals = await queryRuntime(module, log, (process) => process.approvals());
  if (approvals === undefined) {
    void vscode.window.showErrorMessage(failed);
    return;
  }
  if (approvals.length === 0) {
    void vscode.window.showInformationMessage(
      'There are no saved approvals. Scripts, MCP servers and tool modules ask for approval in each run.',
    );
    return;
  }
  const chosen = await vscode.window.showQuickPick(approvals.map(itemOf), {
    title: 'Forget Approvals',
    placeHolder: 'Select the approvals to forget',
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen === undefined || chosen.length === 0) return;
  const selected = chosen.map((item) => item.approved);
  const result = await queryRuntime(module, log, (process) => process.forgetApprovals(selected));
  if (result === undefined) void vscode.window.showErrorMessage(failed);
  else if (result.problem !== undefined) void vscode.window.showErrorMessage(result.problem);
  else
    void vscode.window.showInformationMessage(
      `Approval is required again for ${selected.map(({ name }) => name).join(', ')}.`,
    );
}

function itemOf(approved: ApprovalRecord): Item {
  const { kind, name, place, sandbox, time } = approved;
  const isolation = sandbox === 'none' ? 'even without a sandbox' : `in ${sandbox}`;
  const scope = {
    skill: `scripts of this skill, in any folder, ${isolation}`,
    server: 'starting this MCP server, in any project',
    module: 'tools of this module, in this folder',
  }[kind];
  const icon = { skill: 'book', server: 'server-process', module: 'tools' }[kind];
  const displayPath = place.startsWith(homedir()) ? `~${place.slice(homedir().length)}` : place;
  return {
    label: `$(${icon}) ${name}`,
    description: scope,
    detail: `${displayPath}   ${formatDateTime(new Date(time), new Date(), vscode.env.language)}`,
    approved,
  };
}
