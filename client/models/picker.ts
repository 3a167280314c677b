import * as vscode from 'vscode';
import { defined } from '../../runtime/protocol/own.ts';
import { PROVIDER_ENDPOINTS } from '../../runtime/protocol/providers.ts';
import type { ModelChoice } from '../dialogs/memory.ts';
import type { StepResult } from '../dialogs/multi-step.ts';
import { trackDialog } from '../editor/attention.ts';
import { endpointAt } from './endpoint.ts';
import { entriesOf, type PickerState, type SourceState } from './entries.ts';
import { type ModelItem, toQuickPickItem, typedItem } from './items.ts';
import { parseModelName } from './model-names.ts';
import { acceptedItem, matchesFilter, type PickerChoice } from './picker-filter.ts';
import type { ModelServices } from './services.ts';
import { type ModelSettings, readModelSettings } from './settings.ts';
import { type ModelSource, modelSources } from './sources.ts';

/** Lifetime of a cached list of models, in milliseconds. */
const CACHE_MS = 5 * 60_000;

const REFRESH: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('refresh'),
  tooltip: 'Reload Models',
};
const STOP: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('debug-stop'),
  tooltip: 'Stop Loading Models',
};

/** Options of the picker, which is shown on its own or as a step of a dialog. */
export interface PickerOptions {
  readonly title: string;
  readonly step?: number;
  readonly totalSteps?: number;
  /** The model declared by the chosen agent. */
  readonly agentModel?: ModelChoice;
}

/**
 * Shows the model picker. Providers, endpoints and local servers are queried while it is open, and their models are added
 * without moving the active item. Closing it cancels pending queries.
 */
export async function showModelPicker(
  services: ModelServices,
  options: PickerOptions,
): Promise<StepResult<PickerChoice>> {
  const settings = readModelSettings();
  const keyed = await services.keys.keyedEndpoints();
  const sources = modelSources(keyed, settings.endpoints);
  const keyless = PROVIDER_ENDPOINTS.filter(
    ({ id, needsKey }) => needsKey && !keyed.some(({ origin }) => origin === endpointAt(id)?.origin),
  ).map(({ id, title }) => ({ provider: id, title }));
  const { endpoints, problems } = settings;
  const base = {
    endpoints,
    problems,
    keyless,
    agentModel: options.agentModel,
  };
  const client = services.newClient();
  const states = new Map(sources.map(({ id, title }): [string, SourceState] => [id, { id, title }]));
  const pick = vscode.window.createQuickPick<ModelItem>();
  let activeKey: string | undefined;
  const show = (): void =>
    list(
      pick,
      { ...base, ...rememberedModels(services, settings), sources: [...states.values()] },
      settings,
      activeKey,
    );
  let isOpen = true;
  const querySource = async (source: ModelSource, allowCached: boolean): Promise<void> => {
    const { id, title } = source;
    const known = services.cachedAnswers.get(id);
    const usable = known !== undefined && allowCached && Date.now() - known.at < CACHE_MS;
    states.set(id, { id, title });
    const answer = usable ? known.answer : await source.query(client);
    // Failures are not cached, since they may be temporary.
    if (!usable && source.isCacheable && answer.problem === undefined)
      services.cachedAnswers.set(id, { at: Date.now(), answer });
    states.set(id, { id, title, answer });
  };
  let rounds = 0;
  const querySources = async (which: readonly ModelSource[], allowCached: boolean): Promise<void> => {
    rounds += 1;
    busy();
    const queries = which.map((source) => querySource(source, allowCached));
    if (isOpen) show();
    await Promise.all(queries.map((one) => one.then(() => isOpen && show())));
    rounds -= 1;
    if (isOpen) busy();
  };
  const busy = (): void => {
    pick.busy = rounds > 0;
    const back = (options.step ?? 1) > 1 ? [vscode.QuickInputButtons.Back] : [];
    pick.buttons = [...back, rounds > 0 ? STOP : REFRESH];
  };
  pick.title = options.title;
  pick.step = options.step;
  pick.totalSteps = options.totalSteps;
  pick.placeholder = 'Select a model. Simulated models need no key and no network.';
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  pick.keepScrollPosition = true;
  const answered = new Promise<StepResult<PickerChoice>>((resolve) => {
    let result: StepResult<PickerChoice> = { kind: 'cancelled' };
    const finish = (value: StepResult<PickerChoice>): void => {
      result = value;
      pick.hide();
    };
    pick.onDidTriggerButton((button) => {
      if (button === vscode.QuickInputButtons.Back) finish({ kind: 'back' });
      else if (button === STOP) client.stop();
      else void querySources(sources, false);
    });
    pick.onDidTriggerItemButton(async ({ item }) => {
      if (item.chosen === undefined || !('model' in item.chosen)) return;
      await services.favorites.toggle(item.chosen.model);
      activeKey = item.key;
      if (isOpen) show();
    });
    pick.onDidChangeActive(([item]) => {
      if (item !== undefined) activeKey = item.key;
    });
    pick.onDidChangeValue(() => {
      // Typing makes the first match active again.
      activeKey = undefined;
      show();
    });
    pick.onDidAccept(() => {
      const chosen = acceptedItem(pick.selectedItems[0], pick.items, pick.value)?.chosen;
      if (chosen === undefined) return;
      if ('action' in chosen && chosen.action.do === 'nothing') return;
      if ('action' in chosen && chosen.action.do === 'ask-again') {
        const { source } = chosen.action;
        void querySources(
          sources.filter(({ id }) => id === source),
          false,
        );
        return;
      }
      // The typed text becomes the default of the input box for the name.
      const isOther = 'action' in chosen && chosen.action.do === 'other';
      finish({ kind: 'value', value: isOther ? { action: { do: 'other', text: pick.value.trim() } } : chosen });
    });
    pick.onDidHide(() => {
      isOpen = false;
      client.stop();
      pick.dispose();
      resolve(result);
    });
    void querySources(sources, true);
    pick.show();
  });
  return trackDialog(answered);
}

function rememberedModels(
  { favorites, memory }: ModelServices,
  { model }: ModelSettings,
): Pick<PickerState, 'current' | 'favorites' | 'recent'> {
  const recent = memory.models();
  const current = memory.model() ?? model;
  return defined({ current, favorites: favorites.all(), recent });
}

/** Refills the list, and keeps the item with the key `activeKey` active. */
function list(
  pick: vscode.QuickPick<ModelItem>,
  state: PickerState,
  { endpoints }: ModelSettings,
  activeKey: string | undefined,
): void {
  const items = entriesOf(state).map(toQuickPickItem);
  const typed = pick.value.includes('/') ? parseModelName(pick.value, endpoints) : undefined;
  const typedItems = typeof typed === 'object' ? typedItem(pick.value, typed, items) : [];
  pick.items = [...typedItems, ...items];
  // An item that does not match the typed text cannot be active; VS Code then activates the first match.
  const active = pick.items.find((item) => item.key === activeKey && matchesFilter(item, pick.value));
  if (active !== undefined) pick.activeItems = [active];
}
