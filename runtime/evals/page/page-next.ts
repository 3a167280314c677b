/** The next thing to do about the results of a skill, and the parts of the page that lead to it. */
import { type Action, renderActions } from '../../pages/actions.ts';
import { type Html, html } from '../../pages/html.ts';
import type { WaitingCall } from '../../protocol/eval-scripts.ts';
import type { EvalLinks } from '../../protocol/evals.ts';
import { formatCount } from '../../text/count.ts';
import type { EvalResults } from '../results/results.ts';
import { type CasePlace, fill } from './page-places.ts';

/** A call that waits for an approval, with the number of trials in which it does. */
export interface WaitingCount extends WaitingCall {
  readonly trials: number;
}

/** The parts of trials with the skill that lead to the next thing to do. */
export interface OpenParts {
  readonly waiting: readonly WaitingCount[];
  /** Number of trials that wait, and the reasons that they have. */
  readonly waitingTrials: number;
  readonly waitingReasons: ReadonlySet<string>;
  /** True if there are trials, and all of them passed. */
  readonly allPassed: boolean;
  /** The run of the first failed trial of each case, by its name. */
  readonly failedRuns: ReadonlyMap<string, string>;
}

/** Collects what is open in the trials of one skill. */
export function openParts({ trials }: Pick<EvalResults, 'trials'>): OpenParts {
  const waiting = new Map<string, WaitingCount>();
  const failedRuns = new Map<string, string>();
  const waitingReasons = new Set<string>();
  let waitingTrials = 0;
  let count = 0;
  let passed = 0;
  for (const trial of trials) {
    if (trial.side !== 'with') continue;
    count++;
    if (trial.verdict === 'passed') passed++;
    if (trial.verdict === 'failed' && !failedRuns.has(trial.case)) failedRuns.set(trial.case, trial.run);
    if (trial.waiting !== undefined) {
      waitingTrials++;
      if (trial.reason !== undefined) waitingReasons.add(trial.reason);
    }
    for (const call of trial.waiting ?? []) {
      const key = JSON.stringify([call.skill, call.path, call.command, call.sandbox]);
      waiting.set(key, { ...call, trials: (waiting.get(key)?.trials ?? 0) + 1 });
    }
  }
  // Scripts first: an approval of them is stored.
  const calls = [...waiting.values()].sort((a, b) => Number(a.path === undefined) - Number(b.path === undefined));
  return { waiting: calls, waitingTrials, waitingReasons, allPassed: count > 0 && passed === count, failedRuns };
}

/** The place of a case that is not filled in. */
export interface UnfilledPlace extends CasePlace {
  readonly missing: string;
}

/** The results of one skill, as far as the next thing to do depends on them. */
export interface NextContext {
  /** The name of the skill. */
  readonly skill: string;
  readonly results: EvalResults;
  readonly open: OpenParts;
  /** The cases with the most trouble first. */
  readonly places: readonly CasePlace[];
  readonly unfilled: readonly UnfilledPlace[];
  readonly isSimulated: boolean;
}

/** Renders the buttons: what to do next, and the others. */
export function renderNext(context: NextContext, links: EvalLinks): Html {
  const again: Action = { label: 'Run Again', link: links.again, name: 'again' };
  const [next] = stepsOf(context, links);
  const save: Action = { label: 'Save as HTML…', link: links.export };
  const isAgain = next === undefined || next.link === again.link;
  return renderActions(isAgain ? [next ?? again, save] : [next, again, save]);
}

/** Returns what can be done about results, most urgent first. */
function stepsOf(
  { skill, results, open, places, unfilled, isSimulated }: NextContext,
  links: EvalLinks,
): readonly Action[] {
  const steps: Action[] = [];
  // The approval is of one skill.
  const own = open.waiting.filter((call) => call.skill === skill);
  const scripts = new Set(own.flatMap(({ path }) => path ?? [])).size;
  if (links.allow !== undefined && open.waiting.length > 0)
    steps.push(
      scripts === 0
        ? { label: 'Allow Commands…', link: links.allow, about: 'Runs ended at a call that was not approved.' }
        : {
            label: 'Allow Scripts',
            link: links.allow,
            about: `${formatCount(scripts, 'script')} ${scripts === 1 ? 'waits' : 'wait'} for your approval.`,
          },
    );
  const worst = places.find(({ name }) => open.failedRuns.has(name));
  if (worst !== undefined)
    steps.push({
      label: 'Show What Failed',
      link: fill(links.trial, 0, open.failedRuns.get(worst.name) ?? ''),
      about: `The first failed trial of ${worst.name}, in the timeline.`,
      name: 'current',
    });
  const { planned = 0, completed = planned } = results;
  if (completed < planned)
    steps.push({
      label: 'Continue',
      link: links.again,
      name: 'again',
      about: `${formatCount(planned - completed, 'trial')} to run.`,
    });
  const [part] = unfilled;
  if (part !== undefined)
    steps.push({
      label: 'Fill In the Case',
      link: fill(links.case, part.number),
      about: `${formatCount(unfilled.length, 'case')} ${unfilled.length === 1 ? 'was' : 'were'} not run.`,
    });
  if (links.model !== undefined && isSimulated && open.allPassed)
    steps.push({
      label: 'Run with a Language Model…',
      link: links.model,
      about: 'All cases pass with a simulated model. What does a real one do?',
    });
  return steps;
}

/** The words for the sandbox of a script. */
const SANDBOXES = {
  bubblewrap: 'in a sandbox (bubblewrap), without network',
  seatbelt: 'in a sandbox (seatbelt), without network',
  none: 'without a sandbox: it can read and change everything you can',
} as const;

/** Lists the calls that wait for an approval, with what they run; undefined if there are none. */
export function renderWaiting({ waiting }: OpenParts, links: EvalLinks | undefined): Html | undefined {
  if (waiting.length === 0) return undefined;
  const scripts = waiting.some(({ path }) => path !== undefined);
  return html`<h2>Waiting for your approval</h2>
<ul class="waiting">${waiting.slice(0, MAX_CALLS).map((call) => html`<li>${renderCall(call, links)}</li>`)}</ul>
${waiting.length > MAX_CALLS ? html`<p class="muted">And ${waiting.length - MAX_CALLS} more.</p>` : undefined}
${scripts && links !== undefined ? html`<p class="note">An approval covers all scripts of the skill, in evals and runs, until one of its files changes. “Skillwright: Forget Approvals” ends it.</p>` : undefined}`;
}

function renderCall(
  { skill, path, command, sandbox, source, notShown, trials }: WaitingCount,
  links: EvalLinks | undefined,
): Html {
  const count = html`<span class="muted">${formatCount(trials, 'trial')} ended here</span>`;
  if (path === undefined) return html`<code>${command}</code> ${count}`;
  const name =
    links?.script === undefined
      ? html`${path}`
      : html`<a href="${links.script.replaceAll('{path}', encodeURIComponent(JSON.stringify(path).slice(1, -1)))}">${path}</a>`;
  return html`<p>${name} of ${skill ?? ''}, ${SANDBOXES[sandbox ?? 'none']} ${count}</p>
<p><code>${command}</code></p>
${source === undefined || source === '' ? undefined : html`<pre class="frame" tabindex="0" role="group" aria-label="Source of ${path}">${source}</pre>`}
${notShown === undefined ? undefined : html`<p class="note">${notShown}</p>`}`;
}

/** Maximum number of calls that are listed. */
const MAX_CALLS = 5;

/** Lists the cases that are not filled in; undefined if all are. */
export function renderUnfilled(unfilled: readonly UnfilledPlace[], links: EvalLinks | undefined): Html | undefined {
  if (unfilled.length === 0) return undefined;
  return html`<h2>Not filled in, so not run</h2>
<ul class="waiting">${unfilled.map(
    ({ name, number, missing }) =>
      html`<li class="unjudged">${links === undefined ? html`${name}` : html`<a href="${fill(links.case, number)}">${name}</a>`} <span class="muted">${missing}</span></li>`,
  )}</ul>`;
}
