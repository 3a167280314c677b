import type { EvalLinks } from '../../runtime/protocol/evals.ts';

/** Evaluates a skill; also from the palette. */
export const EVALUATE = 'skillwright.evaluateSkill';
/** Asks what to compare a skill with, and evaluates it; from the palette. */
export const AGAINST = 'skillwright.evaluateAgainst';
/** Shows the last results of a skill; also from the palette. */
export const SHOW = 'skillwright.showEvalResults';
/** The commands that the page may run. Each receives the skill's folder. */
export const AGAIN = 'skillwright.evals.again';
/** Opens the timeline of a run of the skill's last eval. */
export const TRIAL = 'skillwright.evals.trial';
/** Opens a case of the skill's last eval, by its number. */
export const CASE = 'skillwright.evals.case';
/** Saves the page as a file. */
export const EXPORT = 'skillwright.evals.export';
/** Approves the scripts that wait in the skill's last eval, and evaluates again. */
export const ALLOW = 'skillwright.evals.allow';
/** Opens a script of the skill. */
export const SCRIPT = 'skillwright.evals.script';
/** Evaluates with a model that the user chooses. */
export const MODEL = 'skillwright.evals.model';
/** Opens the timeline of a message in the Test Explorer. */
export const MESSAGE = 'skillwright.evals.showFailedTrial';

/** Returns the links of a page. They are command URIs, because the page has no scripts. */
export function linksOf(root: string): EvalLinks {
  const start = encodeURIComponent(`[${JSON.stringify(root)},`);
  const link = (command: string): string => `command:${command}?${encodeURIComponent(JSON.stringify([root]))}`;
  return {
    again: link(AGAIN),
    export: link(EXPORT),
    allow: link(ALLOW),
    script: `command:${SCRIPT}?${start}${encodeURIComponent('"')}{path}${encodeURIComponent('"]')}`,
    model: link(MODEL),
    trial: `command:${TRIAL}?${start}${encodeURIComponent('"')}{run}${encodeURIComponent('"]')}`,
    case: `command:${CASE}?${start}{n}${encodeURIComponent(']')}`,
  };
}

/** Returns the link to the timeline of one run. */
export function trialLink(root: string, run: string): string {
  return linksOf(root).trial.replace('{run}', encodeURIComponent(run));
}
