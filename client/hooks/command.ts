/** Registers "Skillwright: Guard My Agents…", which installs and removes the hooks of other agent clients. */
import { homedir } from 'node:os';
import { sep } from 'node:path';
import * as vscode from 'vscode';
import { GUARD_CLIENTS } from '../../runtime/protocol/catalog.ts';
import type { HookChange, HookFile } from '../../runtime/protocol/hooks.ts';
import { pickStep } from '../dialogs/multi-step.ts';
import type { RunProcess } from '../runtime-process/process.ts';
import { queryRuntime } from '../runtime-process/query-runtime.ts';
import { formatDateTime } from '../timeline/model/date-format.ts';
import { CONSENT, STARTS } from './choices.ts';
import { askForHooks, folderPath, type HookRequest, STEPS, TITLE } from './dialog.ts';
import { doctorPage } from './doctor-page.ts';
import { HookPreviews } from './preview.ts';

/** The dependencies of the command. */
export interface HooksContext {
  /** Absolute path of `dist/runtime.cjs`, and of the program of hooks. */
  readonly module: string;
  readonly program: string;
  /** The version of the extension. */
  readonly version: string;
  readonly log: vscode.LogOutputChannel;
}

const NO_ANSWER = 'Run "Skillwright: Show Log" for details: the runtime did not respond.';
const LIVE_SETTING = 'live.openSessions';

type Planned = Extract<HookChange, { readonly kind: 'planned' }>;
type Change = Extract<HookRequest, { readonly kind: 'change' }>;

/** Registers the command, which takes the id of a client. */
export function registerHooks(context: HooksContext): vscode.Disposable {
  const previews = new HookPreviews();
  return vscode.Disposable.from(
    previews,
    vscode.commands.registerCommand(GUARD_CLIENTS, (client?: unknown) =>
      guardMyAgents(context, previews, typeof client === 'string' ? client : undefined),
    ),
  );
}

async function guardMyAgents(context: HooksContext, previews: HookPreviews, preset: string | undefined): Promise<void> {
  const query = <T>(ask: (process: RunProcess) => Promise<T>): Promise<T> =>
    queryRuntime(context.module, context.log, ask);
  const folder = folderPath();
  const facts = await query((process) => process.describeHooks(folder === undefined ? {} : { folder }));
  if (facts === undefined) {
    void vscode.window.showErrorMessage(NO_ANSWER);
    return;
  }
  const planOf = (request: Change): Promise<HookChange> => query((process) => process.planHooks(request.params));
  let confirmed: { readonly request: Change; readonly plan: Planned } | undefined;
  for (let chosen = preset; confirmed === undefined; ) {
    const request = await askForHooks(facts.clients, chosen);
    if (request === undefined) return;
    if (request.kind === 'doctor') {
      const dateOf = (time: string): string => formatDateTime(new Date(time), new Date(), vscode.env.language);
      await previews.showReport(doctorPage(facts.clients, folder, dateOf));
      return;
    }
    const plan = await planOf(request);
    if (plan.kind === 'failed' || plan.refused.length > 0 || plan.files.length === 0) {
      report(request, plan);
      return;
    }
    const answer = await confirm(previews, request, plan);
    if (answer === 'cancelled') return;
    if (answer === 'confirmed') confirmed = { request, plan };
    else chosen = request.client.client;
  }
  const { request, plan } = confirmed;
  const { program, version } = context;
  const params = { ...request.params, files: plan.files, program, version };
  const result = await query((process) => process.applyHooks(params));
  if (result.kind === 'failed')
    void vscode.window.showErrorMessage(`Try again. The hooks could not be changed: ${result.message}`);
  else if (result.kind === 'outdated')
    void vscode.window.showErrorMessage('Try again: another program has changed the settings since the preview.');
  else await announce(request, plan);
}

/** Says why nothing can be changed, or that nothing has to be. */
function report({ client, params }: Change, plan: HookChange): void {
  if (plan.kind === 'failed') void vscode.window.showErrorMessage(plan.message);
  else if (plan.refused.length > 0) {
    const [{ file, message } = { file: '', message: '' }] = plan.refused;
    void vscode.window.showErrorMessage(`Correct ${file}, and try again. It was not changed: ${message}.`);
  } else {
    const state = params.install === undefined ? 'No hooks are installed there' : 'The hooks are installed already';
    void vscode.window.showInformationMessage(`${state} for ${client.name}.`);
  }
}

/** Shows each file as it would become, and asks whether to write it. */
async function confirm(
  previews: HookPreviews,
  { params }: Change,
  { files }: Planned,
): Promise<'confirmed' | 'back' | 'cancelled'> {
  const closing: (() => Promise<void>)[] = [];
  for (const file of files) closing.push(await previews.showChange(file));
  const names = namesOf(files);
  const isInstall = params.install !== undefined;
  const answer = await pickStep<boolean>({
    title: `${TITLE}: ${names}`,
    step: STEPS,
    totalSteps: STEPS,
    placeholder: isInstall ? STARTS : 'The editor shows the settings as they would become',
    items: [
      {
        label: isInstall ? '$(check) Install' : '$(trash) Uninstall',
        description: files.map(({ file }) => shortPath(file)).join(', '),
        detail: isInstall ? CONSENT : `Continues without the hooks of Skillwright: ${names}`,
        value: true,
      },
      { label: '$(close) Cancel', detail: 'Changes nothing', value: false },
    ],
  });
  for (const close of closing) await close();
  if (answer.kind !== 'value') return answer.kind;
  return answer.value ? 'confirmed' : 'cancelled';
}

/** Returns the names of all clients that read these files: some share one. */
const namesOf = (files: readonly HookFile[]): string =>
  [...new Set(files.flatMap(({ clients }) => clients))].join(', ');

/** Returns a path with `~` for the home. */
function shortPath(path: string): string {
  return path.startsWith(homedir() + sep) ? `~${path.slice(homedir().length)}` : path;
}

/** Says what was done, what is left to the user, and how to see sessions while they run. */
async function announce({ params }: Change, { files }: Planned): Promise<void> {
  const names = namesOf(files);
  if (params.install === undefined) {
    void vscode.window.showInformationMessage(`Hooks are removed: ${names}.`);
    return;
  }
  const notes = [...new Set(files.flatMap(({ note }: HookFile) => (note === undefined ? [] : [note])))];
  const configuration = vscode.workspace.getConfiguration('skillwright');
  const open = 'Open Sessions While They Run';
  const buttons = configuration.get<boolean>(LIVE_SETTING, false) ? [] : [open];
  const text = [
    `Guarded from the next session on: ${names}. Decisions are kept on this machine, for you alone.`,
    ...notes,
  ].join(' ');
  if ((await vscode.window.showInformationMessage(text, ...buttons)) === open)
    await configuration.update(LIVE_SETTING, true, vscode.ConfigurationTarget.Global);
}
