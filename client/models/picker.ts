import * as vscode from 'vscode';
import { PROVIDER_ENDPOINTS } from '../../runtime/protocol/providers.ts';
import { defined } from '../../runtime/text/objects.ts';
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
  const keyless = PROVIDER_ENDPOINTS.filter(
    ({ id, needsKey }) => needsKey && !keyed.some(({ origin }) => origin === endpointAt(id)?.origin),
  ).map(({ id, title }) => ({ provider: id, title }));
  const { endpoints, problems } = settings;
  const base = defined<BaseState>({ endpoints, problems, keyless, agentModel: options.agentModel });
  const picker = new ModelPicker(services, options, { settings, base, sources: modelSources(keyed, endpoints) });
  return trackDialog(picker.answer());
}

/** The part of the list that stays the same while the picker is open. */
type BaseState = Omit<PickerState, 'current' | 'favorites' | 'recent' | 'sources'>;

/** The content of the list. */
interface Listed {
  readonly settings: ModelSettings;
  readonly base: BaseState;
  readonly sources: readonly ModelSource[];
}

/** An open picker. Closing it cancels pending queries. */
class ModelPicker {
  readonly #services: ModelServices;
  readonly #options: PickerOptions;
  readonly #listed: Listed;
  readonly #pick = vscode.window.createQuickPick<ModelItem>();
  readonly #client: ReturnType<ModelServices['newClient']>;
  readonly #states: Map<string, SourceState>;
  /** The key of the item that stays active when the list is filled again. */
  #activeKey: string | undefined;
  #isOpen = true;
  /** Number of rounds of queries that have not ended. */
  #rounds = 0;
  #result: StepResult<PickerChoice> = { kind: 'cancelled' };

  constructor(services: ModelServices, options: PickerOptions, listed: Listed) {
    this.#services = services;
    this.#options = options;
    this.#listed = listed;
    this.#client = services.newClient();
    this.#states = new Map(listed.sources.map(({ id, title }): [string, SourceState] => [id, { id, title }]));
    const pick = this.#pick;
    pick.title = options.title;
    pick.step = options.step;
    pick.totalSteps = options.totalSteps;
    pick.placeholder = 'Select a model. Simulated models need no key and no network.';
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    pick.ignoreFocusOut = true;
    pick.keepScrollPosition = true;
  }

  /** Shows the picker, and returns what the user chose. */
  answer(): Promise<StepResult<PickerChoice>> {
    const pick = this.#pick;
    const { sources } = this.#listed;
    return new Promise((resolve) => {
      pick.onDidTriggerButton((button) => {
        if (button === vscode.QuickInputButtons.Back) this.#finish({ kind: 'back' });
        else if (button === STOP) this.#client.stop();
        else void this.#query(sources, false);
      });
      pick.onDidTriggerItemButton(({ item }) => this.#toggleFavorite(item));
      pick.onDidChangeActive(([item]) => {
        if (item !== undefined) this.#activeKey = item.key;
      });
      pick.onDidChangeValue(() => {
        // Typing makes the first match active again.
        this.#activeKey = undefined;
        this.#show();
      });
      pick.onDidAccept(() => this.#accept());
      pick.onDidHide(() => {
        this.#isOpen = false;
        this.#client.stop();
        pick.dispose();
        resolve(this.#result);
      });
      void this.#query(sources, true);
      pick.show();
    });
  }

  #finish(result: StepResult<PickerChoice>): void {
    this.#result = result;
    this.#pick.hide();
  }

  #accept(): void {
    const pick = this.#pick;
    const chosen = acceptedItem(pick.selectedItems[0], pick.items, pick.value)?.chosen;
    if (chosen === undefined) return;
    if (!('action' in chosen)) {
      this.#finish({ kind: 'value', value: chosen });
      return;
    }
    const { action } = chosen;
    if (action.do === 'nothing') return;
    if (action.do === 'ask-again') {
      const asked = this.#listed.sources.filter(({ id }) => id === action.source);
      void this.#query(asked, false);
      return;
    }
    // The typed text becomes the default of the input box for the name.
    const value = action.do === 'other' ? { action: { do: 'other' as const, text: pick.value.trim() } } : chosen;
    this.#finish({ kind: 'value', value });
  }

  async #toggleFavorite({ key, chosen }: ModelItem): Promise<void> {
    if (chosen === undefined || !('model' in chosen)) return;
    await this.#services.favorites.toggle(chosen.model);
    this.#activeKey = key;
    if (this.#isOpen) this.#show();
  }

  /** Queries sources, and shows each answer as it arrives. */
  async #query(sources: readonly ModelSource[], allowCached: boolean): Promise<void> {
    this.#rounds += 1;
    this.#showBusy();
    const queries = sources.map((source) => this.#querySource(source, allowCached));
    if (this.#isOpen) this.#show();
    await Promise.all(queries.map((one) => one.then(() => this.#isOpen && this.#show())));
    this.#rounds -= 1;
    if (this.#isOpen) this.#showBusy();
  }

  async #querySource(source: ModelSource, allowCached: boolean): Promise<void> {
    const { id, title } = source;
    const { cachedAnswers } = this.#services;
    const known = cachedAnswers.get(id);
    const usable = known !== undefined && allowCached && Date.now() - known.at < CACHE_MS;
    this.#states.set(id, { id, title });
    const answer = usable ? known.answer : await source.query(this.#client);
    // Failures are not cached, since they may be temporary.
    if (!usable && source.isCacheable && answer.problem === undefined)
      cachedAnswers.set(id, { at: Date.now(), answer });
    this.#states.set(id, { id, title, answer });
  }

  #show(): void {
    const { settings, base } = this.#listed;
    const remembered = rememberedModels(this.#services, settings);
    list(this.#pick, { ...base, ...remembered, sources: [...this.#states.values()] }, settings, this.#activeKey);
  }

  #showBusy(): void {
    const isBusy = this.#rounds > 0;
    const back = (this.#options.step ?? 1) > 1 ? [vscode.QuickInputButtons.Back] : [];
    this.#pick.busy = isBusy;
    this.#pick.buttons = [...back, isBusy ? STOP : REFRESH];
  }
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
