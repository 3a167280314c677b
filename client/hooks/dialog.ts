/** The dialog of "Guard My Agents…": the client, the guard, the check, the place. */
import * as vscode from 'vscode';
import type { HookChangeParams, HookClient, HookOptions } from '../../runtime/protocol/hooks.ts';
import { type PickItem, pickStep, type StepResult } from '../dialogs/multi-step.ts';
import { requireTrust } from '../dialogs/workspace-trust.ts';
import { checkChoices, guardChoices, installedText, runsText } from './choices.ts';

export const TITLE = 'Guard My Agents';
/** The steps of the dialog, with the preview at its end. */
export const STEPS = 5;

/** The wish of the user. */
export type HookRequest =
  | { readonly kind: 'doctor' }
  | { readonly kind: 'change'; readonly client: HookClient; readonly params: HookChangeParams };

type ClientAnswer = HookClient | 'doctor';
type GuardAnswer = HookOptions['guard'] | { readonly remove: 'user' | 'project' };

/**
 * Asks what to do. Undefined if the dialog was cancelled.
 * @param preset the id of a client that is chosen already
 */
export async function askForHooks(
  clients: readonly HookClient[],
  preset: string | undefined,
): Promise<HookRequest | undefined> {
  const known = clients.find(({ client }) => client === preset);
  let chosen: ClientAnswer | undefined = known;
  for (;;) {
    if (chosen === undefined) {
      const answer = await clientStep(clients);
      if (answer.kind !== 'value') return undefined;
      chosen = answer.value;
    }
    if (chosen === 'doctor') return { kind: 'doctor' };
    const params = await askForChange(chosen, known === undefined);
    if (params === 'cancelled') return undefined;
    if (params !== 'back') return { kind: 'change', client: chosen, params };
    chosen = undefined;
  }
}

/** Asks for the guard, the check and the place, with a way back from each to the one before. */
async function askForChange(client: HookClient, canGoBack: boolean): Promise<HookChangeParams | 'back' | 'cancelled'> {
  const title = `${TITLE}: ${client.name}`;
  for (;;) {
    const guard = await guardStep(client, title, canGoBack);
    if (guard.kind !== 'value') return guard.kind;
    if (typeof guard.value === 'object') {
      const project = guard.value.remove === 'user' ? undefined : folderPath();
      if (project !== undefined && !(await mayChangeProject())) return 'cancelled';
      return project === undefined ? { client: client.client } : { client: client.client, project };
    }
    const rest = await askForRest(client, title, guard.value);
    if (rest !== 'back') return rest;
  }
}

async function askForRest(
  client: HookClient,
  title: string,
  guard: HookOptions['guard'],
): Promise<HookChangeParams | 'back' | 'cancelled'> {
  for (;;) {
    const check = await checkStep(client, title);
    if (check.kind !== 'value') return check.kind;
    const place = await placeStep(client, title);
    if (place.kind === 'cancelled') return 'cancelled';
    if (place.kind === 'back') continue;
    const install: HookOptions = { guard, check: check.value };
    if (place.value === undefined) return { client: client.client, install };
    return (await mayChangeProject()) ? { client: client.client, project: place.value, install } : 'cancelled';
  }
}

/** The clients that are used on this machine come first. */
function clientStep(clients: readonly HookClient[]): Promise<StepResult<ClientAnswer>> {
  const sorted = [...clients].sort((a, b) => Number(b.isUsed) - Number(a.isUsed));
  const items: readonly PickItem<ClientAnswer>[] = [
    ...sorted.map((client) => {
      const installed = installedText(client);
      const [problem] = client.problems;
      const state = client.isUsed ? 'not guarded' : 'not in your home folder';
      return {
        label: `$(${installed === '' ? 'circle-large-outline' : 'shield'}) ${client.name}`,
        description: installed === '' ? state : installed,
        detail: [capitalized(runsText(client)), problem].filter(Boolean).join('. '),
        value: client,
      };
    }),
    {
      label: '$(pulse) Doctor',
      description: 'why hooks say nothing',
      detail: 'Shows for each client whether its hooks ever ran in this folder, and what prevents them',
      value: 'doctor',
    },
  ];
  return pickStep({
    title: TITLE,
    step: 1,
    totalSteps: STEPS,
    placeholder: 'Select the client whose model learns at a miss where the file of a skill is',
    items,
  });
}

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

function guardStep(client: HookClient, title: string, canGoBack: boolean): Promise<StepResult<GuardAnswer>> {
  const current = client.installed[0]?.guard ?? 'advise';
  const choices = guardChoices(client);
  const items: readonly PickItem<GuardAnswer>[] = [
    ...choices.map(({ label, cost, detail, value }) => ({
      label: `$(shield) ${label}`,
      description: cost,
      detail,
      value,
    })),
    ...client.installed.map(({ scope, file }) => ({
      label: `$(trash) Uninstall ${scope === 'user' ? 'for All Projects' : 'from This Project'}`,
      description: file,
      detail: 'Restores the file to the byte; takes out our entries if it has changed since',
      value: { remove: scope },
    })),
  ];
  return pickStep({
    title,
    step: 2,
    totalSteps: STEPS,
    canGoBack,
    placeholder: 'Guard: what happens when the model requests a missing file of a skill',
    items,
    active: `$(shield) ${choices.find(({ value }) => value === current)?.label ?? ''}`,
  });
}

function checkStep(client: HookClient, title: string): Promise<StepResult<HookOptions['check']>> {
  const current = client.installed[0]?.check ?? 'on';
  const choices = checkChoices(client);
  return pickStep({
    title,
    step: 3,
    totalSteps: STEPS,
    placeholder: 'Check: what the model gets after an edit of a skill',
    items: choices.map(({ label, cost, detail, value }) => ({
      label: `$(checklist) ${label}`,
      description: cost,
      detail,
      value,
    })),
    active: `$(checklist) ${choices.find(({ value }) => value === current)?.label ?? ''}`,
  });
}

/** Asks for the place: undefined for all projects, or the absolute path of a folder of the window. */
function placeStep({ userFile, projectFile }: HookClient, title: string): Promise<StepResult<string | undefined>> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const untrusted = vscode.workspace.isTrusted ? '' : ' Needs a trusted workspace.';
  const items: readonly PickItem<string | undefined>[] = [
    {
      label: '$(home) All My Projects',
      description: userFile,
      detail: 'Only on this machine, only for you',
      value: undefined,
    },
    ...folders.map(({ name, uri }) => ({
      label: `$(folder) Only ${name}`,
      description: projectFile,
      detail: `Has paths of this machine: do not commit it.${untrusted}`,
      value: uri.fsPath,
    })),
  ];
  return pickStep({ title, step: 4, totalSteps: STEPS, placeholder: 'Select the settings to change', items });
}

/** Returns the folder in which the clients work: the first one of the window. */
export function folderPath(): string | undefined {
  return vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath;
}

const mayChangeProject = (): Promise<boolean> =>
  requireTrust('Trust this workspace to change settings of agent clients in it.');
