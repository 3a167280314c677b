import * as vscode from 'vscode';
import { SIMULATED_PARTS, type SimulatedClient } from '../../runtime/protocol/simulated-client.ts';
import { SIMULATED_CLIENTS } from '../../runtime/protocol/simulated-clients.ts';
import { defined } from '../../runtime/text/objects.ts';
import type { ClientChoice } from '../dialogs/client-choice.ts';
import { type PickItem, pickStep, type StepResult } from '../dialogs/multi-step.ts';
import { nameOfClient } from '../panel/trace/client-name.ts';

type Workspace = Extract<ClientChoice, { readonly workspace: unknown }>['workspace'];

/**
 * Prompts for the client to simulate, and for the workspace and the place of the skills unless it is ADK. Back returns to
 * the previous step.
 * @param current the choice to preselect
 * @param folder the workspace folder of the skill; undefined if it is in none
 */
export async function askForClient(
  current: ClientChoice,
  folder: vscode.WorkspaceFolder | undefined,
): Promise<StepResult<ClientChoice>> {
  for (;;) {
    const chosen = await clientStep(current);
    if (chosen.kind !== 'value') return chosen;
    const client = SIMULATED_CLIENTS.find(({ id }) => id === chosen.value);
    if (client === undefined) return { kind: 'value', value: { id: 'adk' } };
    const detailed = await askForDetails(client, current, folder);
    if (detailed.kind !== 'back') return detailed;
  }
}

async function askForDetails(
  client: SimulatedClient,
  current: ClientChoice,
  folder: vscode.WorkspaceFolder | undefined,
): Promise<StepResult<ClientChoice>> {
  for (;;) {
    const workspace = await workspaceStep(client, current, folder);
    if (workspace.kind !== 'value') return workspace;
    const install = await installStep(client, current);
    if (install.kind === 'cancelled') return install;
    if (install.kind === 'value')
      return { kind: 'value', value: { id: client.id, workspace: workspace.value, install: install.value } };
  }
}

function clientStep(current: ClientChoice): Promise<StepResult<string>> {
  const adk: PickItem<string> = {
    label: 'ADK',
    description: 'default',
    detail: 'Loads a skill with load_skill; run_skill_script runs scripts in the skill',
    value: 'adk',
  };
  const items = SIMULATED_CLIENTS.map(
    ({ id, version, loads, shell }): PickItem<string> => ({
      label: nameOfClient(id),
      description: version,
      detail: `${loads === undefined ? 'Reads SKILL.md to load a skill' : `Loads a skill with ${loads}`}; ${shell} runs commands in the workspace`,
      value: id,
    }),
  );
  return pickStep({
    title: 'Run As',
    placeholder: `Select the client to simulate: ${SIMULATED_PARTS}`,
    items: [adk, ...items],
    active: nameOfClient(current.id),
    canGoBack: true,
  });
}

async function workspaceStep(
  client: SimulatedClient,
  current: ClientChoice,
  folder: vscode.WorkspaceFolder | undefined,
): Promise<StepResult<Workspace>> {
  const others = (vscode.workspace.workspaceFolders ?? []).filter((one) => one !== folder);
  const last = 'workspace' in current && typeof current.workspace === 'object' ? [current.workspace.path] : [];
  const paths = [...new Set([...others.map(({ uri }) => uri.fsPath), ...last])];
  const items: readonly PickItem<Workspace | 'browse'>[] = [
    ...(folder === undefined
      ? []
      : [
          {
            label: folder.name,
            description: 'the workspace folder of the skill',
            detail: folder.uri.fsPath,
            value: 'folder-of-skill' as const,
          },
        ]),
    ...paths.map((path) => ({ label: vscode.workspace.asRelativePath(path), detail: path, value: { path } })),
    { label: 'An Empty Folder', value: 'empty' },
    { label: 'Select a Folder…', value: 'browse' },
  ];
  const active = items.find(
    ({ value }) => 'workspace' in current && JSON.stringify(value) === JSON.stringify(current.workspace),
  );
  for (;;) {
    const chosen = await pickStep<Workspace | 'browse'>(
      defined({
        title: `Run as ${nameOfClient(client.id)}`,
        placeholder: 'Select the workspace: the run changes a copy of it, without .git and node_modules',
        items,
        active: active?.label,
        canGoBack: true,
      }),
    );
    if (chosen.kind !== 'value' || chosen.value !== 'browse') return chosen as StepResult<Workspace>;
    const [picked] =
      (await vscode.window.showOpenDialog({
        canSelectFolders: true,
        canSelectFiles: false,
        openLabel: 'Copy This Folder',
        title: 'Workspace of the Run',
      })) ?? [];
    if (picked !== undefined) return { kind: 'value', value: { path: picked.fsPath } };
  }
}

function installStep(client: SimulatedClient, current: ClientChoice): Promise<StepResult<'user' | 'project'>> {
  const items: readonly PickItem<'user' | 'project'>[] = [
    ...(client.user === undefined
      ? []
      : [
          {
            label: 'In the User Folder',
            description: `~/${client.user}`,
            detail: 'Outside the workspace, as a skill that is installed for all projects',
            value: 'user' as const,
          },
        ]),
    ...(client.project === undefined
      ? []
      : [
          {
            label: 'In the Workspace',
            description: client.project,
            detail: 'Inside the copy of the workspace, as a skill of the project',
            value: 'project' as const,
          },
        ]),
  ];
  const active = 'install' in current ? items.find(({ value }) => value === current.install) : undefined;
  return pickStep(
    defined({
      title: `Run as ${nameOfClient(client.id)}`,
      placeholder: `Select where ${client.name} finds the skills`,
      items,
      active: active?.label,
      canGoBack: true,
    }),
  );
}
