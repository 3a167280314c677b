/** Enter pressed right after the key that opened a list, before its items are loaded. */
import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { type PickItem, pickStep, type StepOptions, type StepResult } from '../../../client/dialogs/multi-step.ts';
import { focusedItem } from '../harness/run-agent.ts';
import { needsWindow, press, type, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const fruit: readonly PickItem<string>[] = ['Apple', 'Pear', 'Plum'].map((label) => ({ label, value: label }));
const several = {
  checked: Promise.resolve(['Pear', 'Plum']),
  combine: (all: readonly string[]) => all.join(' and '),
};
type ExtraOptions = Partial<StepOptions<string>>;

/** Shows a step whose list is loaded when the test resolves it. */
async function openStep(more: ExtraOptions) {
  const list = Promise.withResolvers<readonly PickItem<string>[]>();
  const step = pickStep({ title: 'Fruit', placeholder: 'Which fruit?', items: list.promise, ...more });
  await workbench.waitFor('.quick-input-widget input[placeholder*="Which fruit"]');
  return { step, list };
}

const answerOf = (result: StepResult<string>): string => (result.kind === 'value' ? result.value : result.kind);

/** Returns the result of pressing Enter while the list is still loading. */
async function acceptWhileLoading(typed: string, more: ExtraOptions): Promise<string> {
  const { step, list } = await openStep(more);
  if (typed !== '') await type(typed);
  await press('Enter');
  list.resolve(fruit);
  const result = await step;
  await workbench.waitForNone('.quick-input-widget');
  return answerOf(result);
}

describe('Enter before a list is loaded', () => {
  before(function () {
    needsWindow(this);
  });

  // Close what a failed test leaves open.
  afterEach(() => commands.executeCommand('workbench.action.closeQuickOpen'));

  it('accepts the initially selected item', async () => {
    assert.equal(await acceptWhileLoading('', { active: 'Pear' }), 'Pear');
    assert.equal(await acceptWhileLoading('', {}), 'Apple');
  });

  it('accepts the match of the typed text', async () => {
    assert.equal(await acceptWhileLoading('plu', { active: 'Pear' }), 'Plum');
  });

  it('accepts the initially checked items, or the match of the typed text', async () => {
    assert.equal(await acceptWhileLoading('', { active: 'Pear', multiSelect: several }), 'Pear and Plum');
    assert.equal(await acceptWhileLoading('app', { active: 'Pear', multiSelect: several }), 'Apple');
  });

  for (const more of [{}, { multiSelect: several }] as const)
    it(`is cancelled by further typing (${'multiSelect' in more ? 'several' : 'one'})`, async () => {
      let input = '';
      const typed = (text: string): undefined => {
        input = text;
      };
      const { step, list } = await openStep({ active: 'Pear', itemFromInput: typed, ...more });
      await press('Enter');
      await type('app');
      await until('the typing', () => input === 'app');
      list.resolve(fruit);
      await workbench.waitFor(focusedItem('Apple'));
      await press('Enter');
      assert.equal(answerOf(await step), 'Apple');
      await workbench.waitForNone('.quick-input-widget');
    });

  it('is not needed if the list is available immediately, since its item is focused when the box appears', async () => {
    for (const active of ['Pear', 'Plum']) {
      const step = pickStep({ title: 'Fruit', placeholder: 'Which fruit?', items: fruit, active });
      await workbench.waitFor('.quick-input-widget input[placeholder*="Which fruit"]');
      await press('Enter');
      assert.equal(answerOf(await step), active);
      await workbench.waitForNone('.quick-input-widget');
    }
  });

  it('never accepts the item of an empty list', async () => {
    const { step, list } = await openStep({ emptyItem: { label: 'No fruit yet', value: 'create' } });
    await press('Enter');
    list.resolve([]);
    await workbench.waitFor(focusedItem('No fruit yet'));
    await press('Escape');
    assert.equal(answerOf(await step), 'cancelled');
    await workbench.waitForNone('.quick-input-widget');
  });
});
