import * as vscode from 'vscode';
import { PROVIDER_PLACES } from '../../runtime/protocol/providers.ts';
import type { ModelChoice } from '../dialogues/memory.ts';
import type { StepResult } from '../dialogues/multi-step.ts';
import { trackDialogue } from '../editor/attention.ts';
import { placeAt } from './address.ts';
import { entriesOf, type PickerState, type SourceState } from './entries.ts';
import { type Chosen, isFound, meant } from './found.ts';
import { itemOf, type ModelItem, typedItem } from './items.ts';
import { readModel } from './names.ts';
import type { ModelParts } from './parts.ts';
import { type ModelSettings, modelSettings } from './settings.ts';
import { type Source, sourcesOf } from './sources.ts';

/** Milliseconds that a list of a provider's models is taken as it was. */
const FRESH = 5 * 60_000;

const REFRESH: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('refresh'),
  tooltip: 'Ask for the Models Again',
};
const STOP: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('debug-stop'),
  tooltip: 'Stop Asking for Models',
};

/** How the picker is opened: alone, or as a step of a dialogue. */
export interface PickerOptions {
  readonly title: string;
  readonly step?: number;
  readonly totalSteps?: number;
  /** The model that the chosen agent names. */
  readonly own?: ModelChoice;
}

/**
 * Shows the list of models. Providers, endpoints and servers are asked while it is open, and what they answer is added; it
 * stays where the user is. Closing it stops the asking.
 */
export async function showModels(parts: ModelParts, options: PickerOptions): Promise<StepResult<Chosen>> {
  const settings = modelSettings();
  const keyed = await parts.keys.places();
  const sources = sourcesOf(keyed, settings.endpoints);
  const keyless = PROVIDER_PLACES.filter(
    ({ id, needsKey }) => needsKey && !keyed.some(({ origin }) => origin === placeAt(id)?.origin),
  ).map(({ id, title }) => ({ provider: id, title }));
  const { endpoints, problems } = settings;
  const base = { endpoints, problems, keyless, ...(options.own === undefined ? {} : { own: options.own }) };
  const asking = parts.newAsker();
  const states = new Map(sources.map(({ id, title }): [string, SourceState] => [id, { id, title }]));
  const pick = vscode.window.createQuickPick<ModelItem>();
  let keep: string | undefined;
  const show = (): void =>
    list(pick, { ...base, ...remembered(parts, settings), sources: [...states.values()] }, settings, keep);
  let open = true;
  const ask = async (source: Source, fresh: boolean): Promise<void> => {
    const { id, title } = source;
    const known = parts.answers.get(id);
    const usable = known !== undefined && fresh && Date.now() - known.at < FRESH;
    states.set(id, { id, title });
    const answer = usable ? known.answer : await source.ask(asking);
    // What failed may be well by now.
    if (!usable && source.lasting && answer.problem === undefined) parts.answers.set(id, { at: Date.now(), answer });
    states.set(id, { id, title, answer });
  };
  let rounds = 0;
  const askAll = async (which: readonly Source[], fresh: boolean): Promise<void> => {
    rounds += 1;
    busy();
    const asked = which.map((source) => ask(source, fresh));
    if (open) show();
    await Promise.all(asked.map((one) => one.then(() => open && show())));
    rounds -= 1;
    if (open) busy();
  };
  const busy = (): void => {
    pick.busy = rounds > 0;
    const back = (options.step ?? 1) > 1 ? [vscode.QuickInputButtons.Back] : [];
    pick.buttons = [...back, rounds > 0 ? STOP : REFRESH];
  };
  pick.title = options.title;
  pick.step = options.step;
  pick.totalSteps = options.totalSteps;
  pick.placeholder = 'Which model? The simulated ones need no key and no network';
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  pick.keepScrollPosition = true;
  const answered = new Promise<StepResult<Chosen>>((resolve) => {
    let result: StepResult<Chosen> = { kind: 'cancelled' };
    const finish = (value: StepResult<Chosen>): void => {
      result = value;
      pick.hide();
    };
    pick.onDidTriggerButton((button) => {
      if (button === vscode.QuickInputButtons.Back) finish({ kind: 'back' });
      else if (button === STOP) asking.stop();
      else void askAll(sources, false);
    });
    pick.onDidTriggerItemButton(async ({ item }) => {
      if (item.chosen === undefined || !('model' in item.chosen)) return;
      await parts.favourites.toggle(item.chosen.model);
      keep = item.key;
      if (open) show();
    });
    pick.onDidChangeActive(([item]) => {
      if (item !== undefined) keep = item.key;
    });
    pick.onDidChangeValue(() => {
      // What is typed chooses: the first match is the active one again.
      keep = undefined;
      show();
    });
    pick.onDidAccept(() => {
      const chosen = meant(pick.selectedItems[0], pick.items, pick.value)?.chosen;
      if (chosen === undefined) return;
      if ('action' in chosen && chosen.action.do === 'nothing') return;
      if ('action' in chosen && chosen.action.do === 'ask-again') {
        const { source } = chosen.action;
        void askAll(
          sources.filter(({ id }) => id === source),
          false,
        );
        return;
      }
      // What is typed is taken along to where a model is named.
      const isOther = 'action' in chosen && chosen.action.do === 'other';
      finish({ kind: 'value', value: isOther ? { action: { do: 'other', text: pick.value.trim() } } : chosen });
    });
    pick.onDidHide(() => {
      open = false;
      asking.stop();
      pick.dispose();
      resolve(result);
    });
    void askAll(sources, true);
    pick.show();
  });
  return trackDialogue(answered);
}

function remembered(
  { favourites, memory }: ModelParts,
  { model }: ModelSettings,
): Pick<PickerState, 'current' | 'favourites' | 'recent'> {
  const recent = memory.models();
  const current = memory.model() ?? model;
  return { ...(current === undefined ? {} : { current }), favourites: favourites.all(), recent };
}

/** Fills the list anew; the item with the key `keep` is the active one still. */
function list(
  pick: vscode.QuickPick<ModelItem>,
  state: PickerState,
  { endpoints }: ModelSettings,
  keep: string | undefined,
): void {
  const items = entriesOf(state).map(itemOf);
  const typed = pick.value.includes('/') ? readModel(pick.value, endpoints) : undefined;
  const more = typeof typed === 'object' ? typedItem(pick.value, typed, items) : [];
  pick.items = [...more, ...items];
  // An item that what is typed does not find cannot be the active one: then it is the first that it finds.
  const active = pick.items.find((item) => item.key === keep && isFound(item, pick.value));
  if (active !== undefined) pick.activeItems = [active];
}
