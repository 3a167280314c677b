/** Goes through "Run Agent" like a user, with the keyboard. */
import { press, type, workbench } from './ui.ts';

/** Returns the selector of the focused list item. */
export const focusedItem = (label: string): string =>
  `.quick-input-list .monaco-list-row.focused[aria-label*="${label}"]`;

/** Searches for a command in the command palette. */
async function typeInPalette(title: string): Promise<void> {
  await press('F1');
  await workbench.waitFor('.quick-input-widget input');
  await type(title);
}

/** Runs a command from the command palette. Titles that begin with this one come first if they were used last. */
export async function fromPalette(title: string): Promise<void> {
  await typeInPalette(title);
  const row = '.quick-input-list .monaco-list-row';
  await workbench.click(`${row}[aria-label="${title}"], ${row}[aria-label^="${title},"]`);
}

/** Opens "Run Agent" from the command palette, at its first step. */
export async function openRunAgent(): Promise<void> {
  await typeInPalette('Skillwright: Run Agent');
  await workbench.waitFor('.quick-input-list [aria-label*="Run Agent"]');
  await press('Enter');
  await workbench.waitFor('.quick-input-widget input[placeholder*="Select the agent"]');
}

/** Completes the steps of "Run Agent", without an agent. */
export async function runFromPalette(skill: string, prompt: string, model: string): Promise<void> {
  await openRunAgent();
  // The agent of the previous run is preselected.
  await type('No agent');
  await workbench.waitFor(focusedItem('No agent, only skills'));
  await press('Enter');
  await workbench.waitFor('.quick-input-list [aria-label*="csv-summary"]');
  await type(skill);
  await workbench.waitFor(focusedItem(skill));
  await press('Enter');
  await answerPromptAndModel(prompt, model);
}

/** Completes the last two steps. */
export async function answerPromptAndModel(prompt: string, model: string): Promise<void> {
  await workbench.waitFor('.quick-input-widget input[placeholder*="Enter a prompt"]');
  await type(prompt);
  await workbench.waitFor(focusedItem(prompt));
  await press('Enter');
  await workbench.waitFor('.quick-input-widget input[placeholder*="Select a model"]');
  await type(model);
  await workbench.waitFor(focusedItem(model));
  await press('Enter');
}
