import { commands, workspace } from 'vscode';
import { inWorkspace, skillwright } from './skills.ts';
import { type View, webview, workbench } from './ui.ts';
import { until } from './until.ts';

/** The webview that shows a run. */
export const timeline: View = webview('[role=treegrid]');

/**
 * Starts a run with a simulated model, in the folder that the Runs view lists.
 * @param skill its folder in the workspace
 * @returns the journal
 */
export async function startRun(
  prompt: string,
  model = 'simulated/stubborn',
  skill = 'skills/release-writer',
): Promise<string> {
  const { runs } = await skillwright();
  const started = await runs.start({
    prompt,
    skills: [inWorkspace(skill)],
    model,
    guards: 'default',
    maxLlmCalls: 20,
    runs: inWorkspace('.skillwright/runs'),
    trusted: workspace.isTrusted,
  });
  if (started.kind === 'failed') throw new Error(started.message);
  return started.run.journal;
}

/** Waits until a run has ended or paused. */
export async function waitUntilSettled(journal: string): Promise<string> {
  const { runs } = await skillwright();
  await until('an end or a question', () => runs.find(journal)?.waiting !== undefined || !runs.find(journal), 30_000);
  return journal;
}

/**
 * Runs an action in which simulated models answer without the delay that lets a user follow them. Runs that are started
 * from a dialog keep their pace: their process may exist already.
 */
export async function withoutPace<T>(action: () => Promise<T>): Promise<T> {
  process.env.SKILLWRIGHT_SIMULATED_DELAY = '0';
  try {
    return await action();
  } finally {
    delete process.env.SKILLWRIGHT_SIMULATED_DELAY;
  }
}

/** Starts a run like `startRun`, without the pace for a user, and waits until it has ended or paused. Returns the journal. */
export async function settledRun(prompt: string, model?: string, skill?: string): Promise<string> {
  return withoutPace(async () => waitUntilSettled(await startRun(prompt, model, skill)));
}

/** Waits for an element in the timeline; retries if the previous page is just closing. */
export async function waitForElement(selector: string): Promise<void> {
  await until(
    selector,
    async () => {
      await timeline.waitFor(selector, { timeout: 5_000 });
      return true;
    },
    20_000,
  );
}

/**
 * Focuses the Runs view and waits until the focus stays there, because the page of a run that was just opened takes it
 * again when it has loaded.
 */
export async function focusRuns(): Promise<void> {
  let stableCount = 0;
  await commands.executeCommand('skillwright.runs.focus');
  await until('the focus in the Runs view', async () => {
    const inside = await workbench.evaluate<boolean>(
      `document.activeElement?.closest('.pane')?.querySelector('.pane-header')?.ariaLabel?.startsWith('Runs') === true`,
    );
    if (!inside) await commands.executeCommand('skillwright.runs.focus');
    stableCount = inside ? stableCount + 1 : 0;
    return stableCount > 8;
  });
}
