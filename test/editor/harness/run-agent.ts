/** "Run Agent" as a user goes through it, with the keyboard. */
import { press, type, workbench } from './ui.ts';

/** The entry of a list that has the focus. */
export const focused = (label: string): string => `.quick-input-list .monaco-list-row.focused[aria-label*="${label}"]`;

/** Looks for a command in the command palette. */
async function typeInPalette(title: string): Promise<void> {
  await press('F1');
  await workbench.waitFor('.quick-input-widget input');
  await type(title);
}

/** Calls a command from the command palette. */
export async function fromPalette(title: string): Promise<void> {
  await typeInPalette(title);
  await workbench.waitFor(`.quick-input-list .monaco-list-row.focused[aria-label*="${title}"]`);
  await press('Enter');
}

/** "Run Agent" of the command palette, as far as its first question. */
export async function openRunAgent(): Promise<void> {
  await typeInPalette('Skillwright: Run Agent');
  await workbench.waitFor('.quick-input-list [aria-label*="Run Agent"]');
  await press('Enter');
  await workbench.waitFor('.quick-input-widget input[placeholder*="Select the agent"]');
}

/** Answers the questions of "Run Agent"; without an agent. */
export async function runFromPalette(skill: string, prompt: string, model: string): Promise<void> {
  await openRunAgent();
  // The agent of the run before stands first.
  await type('No agent');
  await workbench.waitFor(focused('No agent, only skills'));
  await press('Enter');
  await workbench.waitFor('.quick-input-list [aria-label*="csv-summary"]');
  await type(skill);
  await workbench.waitFor(focused(skill));
  await press('Enter');
  await answerPromptAndModel(prompt, model);
}

/** The last two questions. */
export async function answerPromptAndModel(prompt: string, model: string): Promise<void> {
  await workbench.waitFor('.quick-input-widget input[placeholder*="Enter a prompt"]');
  await type(prompt);
  await workbench.waitFor(focused(prompt));
  await press('Enter');
  await workbench.waitFor('.quick-input-widget input[placeholder*="Select a model"]');
  await type(model);
  await workbench.waitFor(focused(model));
  await press('Enter');
}
