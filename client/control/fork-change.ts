import * as vscode from 'vscode';
import type { GuardPreset, Json, JsonObject } from '../../runtime/protocol/events.ts';
import type { ForkStep } from '../../runtime/protocol/fork.ts';
import { defined } from '../../runtime/text/objects.ts';
import type { RunAgentContext } from '../commands/run-agent.ts';
import type { ForkFields } from '../debug/earlier-run.ts';
import { chooseModel } from '../models/choose.ts';
import { editValue, type ValueEditors } from './edit-value.ts';
import { resultTextOf } from './result-text.ts';

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
  editors: ValueEditors,
  step: ForkStep,
  accept: Accept,
): Promise<ForkFields | undefined> {
  const chosen = await vscode.window.showQuickPick(itemsFor(context, editors, step, accept), {
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

function itemsFor(
  context: RunAgentContext,
  editors: ValueEditors,
  step: ForkStep,
  accept: Accept,
): readonly ChangeItem[] {
  const { tool, args, prompt, instruction } = step;
  const item = (label: string, detail: string, choose: ChangeItem['choose']): ChangeItem => ({ label, detail, choose });
  const text = async (title: string, value: string): Promise<string | undefined> =>
    editValue(
      {
        title,
        value,
        accept,
        language: 'markdown',
        validate: (written) => (written.trim() === '' ? `Write the ${title.toLowerCase()}: it is empty.` : undefined),
      },
      editors,
    );
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
              const edited = await editArguments(editors, accept, args);
              return edited === undefined ? undefined : { edits: { args: edited } };
            },
          ),
          item(
            '$(output) Result…',
            'Give the model this result instead of calling the tool',
            async (): Promise<ForkFields | undefined> => {
              const edited = await editResult(editors, accept, step);
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

async function editArguments(
  editors: ValueEditors,
  accept: Accept,
  args: Json | undefined,
): Promise<JsonObject | undefined> {
  const text = await editValue(
    { title: 'Arguments', accept, language: 'json', value: formatJson(args ?? {}), validate: argumentsProblem },
    editors,
  );
  return text === undefined ? undefined : (JSON.parse(text) as JsonObject);
}

/** Edits a result in an editor: as text if the tool returns one, otherwise as JSON, which any other text may replace. */
async function editResult(editors: ValueEditors, accept: Accept, step: ForkStep): Promise<Json | undefined> {
  const known = resultTextOf(step);
  const options = { title: 'Result', accept, inEditor: true } as const;
  if (known !== undefined) {
    const language = /\.md"/i.test(JSON.stringify(step.args) ?? '') ? 'markdown' : 'plaintext';
    const text = await editValue({ ...options, language, value: known.text, validate: () => undefined }, editors);
    return text === undefined ? undefined : known.resultOf(text);
  }
  const value = formatJson(step.result ?? '');
  const text = await editValue(
    { ...options, language: 'json', value, validate: jsonProblem, acceptAnyway: 'Use as Text' },
    editors,
  );
  if (text === undefined) return undefined;
  return jsonProblem(text) === undefined ? (JSON.parse(text) as Json) : text;
}

/** Formats JSON on one line if it is short, for an input box. */
function formatJson(value: Json): string {
  const line = JSON.stringify(value);
  return line.length <= 200 ? line : JSON.stringify(value, null, 2);
}

function argumentsProblem(written: string): string | undefined {
  const problem = jsonProblem(written);
  if (problem !== undefined) return problem;
  const value: unknown = JSON.parse(written);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? undefined : 'Write a JSON object, such as {"path": "a.md"}.';
}

function jsonProblem(written: string): string | undefined {
  try {
    JSON.parse(written);
    return undefined;
  } catch (error) {
    return `The text is not JSON. Correct it: ${error instanceof Error ? error.message : String(error)}`;
  }
}
