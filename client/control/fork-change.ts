import * as vscode from 'vscode';
import type { GuardPreset, Json, JsonObject } from '../../runtime/protocol/events.ts';
import type { ForkStep } from '../../runtime/protocol/fork.ts';
import { defined } from '../../runtime/text/objects.ts';
import type { RunAgentContext } from '../commands/run-agent.ts';
import type { ForkFields } from '../debug/earlier-run.ts';
import { chooseModel } from '../models/choose.ts';
import { editValue } from './edit-value.ts';

/** The button and the action that start the fork. */
type Accept = 'Run from Here' | 'Debug from Here';

/** The sets of guards, as the setting describes them. */
const GUARDS: readonly (vscode.QuickPickItem & { readonly label: GuardPreset })[] = [
  { label: 'default', detail: 'The second miss of a path, or the third of any path, is fatal' },
  { label: 'adk', detail: 'The second miss of any path is fatal, but the model is only advised to stop' },
  { label: 'client', detail: 'The limits of the client that the run simulates; most clients have none' },
  { label: 'off', detail: 'No guards, up to the limit of model calls' },
];

type ChangeItem = vscode.QuickPickItem & { readonly choose: () => Promise<ForkFields | undefined> };

/** Asks what the fork changes. Undefined if cancelled. */
export async function chooseChange(
  context: RunAgentContext,
  step: ForkStep,
  accept: Accept,
): Promise<ForkFields | undefined> {
  const chosen = await vscode.window.showQuickPick(itemsFor(context, step, accept), {
    title: `${accept}: ${describeStep(step)}`,
    placeHolder: 'Select what to change. The steps before are not repeated.',
    matchOnDetail: true,
    // The timeline, whose button opened the list, may take the focus late.
    ignoreFocusOut: true,
  });
  return chosen?.choose();
}

/** Describes a step in at most 100 characters. */
export function describeStep({ tool, call }: ForkStep): string {
  return (tool === undefined ? `Model call ${call}` : `${tool} in model call ${call}`).slice(0, 100);
}

function itemsFor(context: RunAgentContext, step: ForkStep, accept: Accept): readonly ChangeItem[] {
  const { tool, args, result, prompt, instruction } = step;
  const item = (label: string, detail: string, choose: ChangeItem['choose']): ChangeItem => ({ label, detail, choose });
  const json = async (title: string, value: Json | undefined, isObject: boolean): Promise<Json | undefined> => {
    const text = await editValue({
      title,
      accept,
      language: 'json',
      value: formatJson(value ?? (isObject ? {} : '')),
      validate: (written) => jsonProblem(written, isObject),
    });
    return text === undefined ? undefined : (JSON.parse(text) as Json);
  };
  const text = async (title: string, value: string): Promise<string | undefined> =>
    editValue({
      title,
      value,
      accept,
      language: 'markdown',
      validate: (written) => (written.trim() === '' ? `Write the ${title.toLowerCase()}: it is empty.` : undefined),
    });
  return [
    item('$(debug-restart) Nothing', 'Repeat what follows, with the same values', async () => ({})),
    item(
      "$(book) Today's Skills",
      'Read the skills again, as they are now, also in the steps before',
      async (): Promise<ForkFields> => ({
        skills: 'today',
      }),
    ),
    ...(tool === undefined
      ? []
      : [
          item(
            '$(symbol-parameter) Arguments…',
            `Call ${tool.slice(0, 64)} with other arguments`,
            async (): Promise<ForkFields | undefined> => {
              const edited = await json('Arguments', args, true);
              return edited === undefined ? undefined : { edits: { args: edited as JsonObject } };
            },
          ),
          item(
            '$(output) Result…',
            'Give the model this result instead of calling the tool',
            async (): Promise<ForkFields | undefined> => {
              const edited = await json('Result', result, false);
              return edited === undefined ? undefined : { edits: { result: edited } };
            },
          ),
        ]),
    item(
      '$(comment) Prompt…',
      prompt.trim().split('\n', 1)[0]?.slice(0, 100) ?? '',
      async (): Promise<ForkFields | undefined> => {
        const edited = await text('Prompt', prompt);
        return edited === undefined ? undefined : { edits: { prompt: edited } };
      },
    ),
    ...(instruction === undefined
      ? []
      : [
          item(
            '$(note) Instruction…',
            "Replace the agent's own instruction",
            async (): Promise<ForkFields | undefined> => {
              const edited = await text('Instruction', instruction);
              return edited === undefined ? undefined : { edits: { instruction: edited } };
            },
          ),
        ]),
    item('$(sparkle) Model…', 'Continue with another model', async () => {
      const model = await chooseModel(context.models, { title: accept });
      if (model.kind !== 'value') return undefined;
      const { id, baseUrl } = model.value;
      return defined({ model: id, baseUrl });
    }),
    item('$(shield) Guards…', 'Continue with other guards, which decide again about the last step', async () => {
      const guards = await vscode.window.showQuickPick(GUARDS, { title: `${accept}: Guards`, ignoreFocusOut: true });
      return guards === undefined ? undefined : { guards: guards.label };
    }),
  ];
}

/** Formats JSON on one line if it is short, for an input box. */
function formatJson(value: Json): string {
  const line = JSON.stringify(value);
  return line.length <= 200 ? line : JSON.stringify(value, null, 2);
}

function jsonProblem(written: string, isObject: boolean): string | undefined {
  try {
    const value: unknown = JSON.parse(written);
    const isFitting = !isObject || (typeof value === 'object' && value !== null && !Array.isArray(value));
    return isFitting ? undefined : 'Write a JSON object, such as {"path": "a.md"}.';
  } catch (error) {
    return `Correct the JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}
