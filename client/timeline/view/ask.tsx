/** The answers to a pause, where a row waits for a person. Sent at once. */

import type { PauseAnswer } from '../protocol.ts';
import type { PauseKind, SpanRow } from '../row.ts';
import { answer } from '../state/actions.ts';
import * as store from '../state/store.ts';

/** What can be said to each kind of pause, the way on first. */
const ANSWERS: { readonly [kind in PauseKind]: readonly (readonly [PauseAnswer, string, string])[] } = {
  confirmation: [
    ['approve', 'Approve', 'Run this call'],
    ['deny', 'Deny', 'Do not run it, and tell the model so'],
  ],
  credential: [
    ['credential', 'Enter…', 'VS Code asks for it; it is kept out of the run and its journal'],
    ['deny', 'Deny', 'Go on without it, and tell the model so'],
  ],
  guard: [
    ['continue', 'Continue', 'Let the run go on; the guard counts anew'],
    ['stop', 'Stop', 'End the run here'],
    ['ignore', 'Ignore', 'Go on, and let the guard leave this tool alone for the rest of the run'],
  ],
};

const ALWAYS: { readonly [what in 'skill' | 'server' | 'module']: readonly [PauseAnswer, string, string] } = {
  skill: [
    'always',
    'Always for This Skill',
    'Run this and all other scripts of this skill, with whatever arguments, in every run and any folder, until one of its files changes',
  ],
  server: [
    'always',
    'Always for This Server',
    'Start it in every run of any project, until its command, environment or folder, or its address or headers, change',
  ],
  module: [
    'always',
    'Always for This Module',
    'Load it in every run from this folder, until it or a file that it leads to changes',
  ],
};

/** Where an approval for good holds, in sight: a copy of a skill in another folder is approved with it. */
const HOLDS: { readonly [what in keyof typeof ALWAYS]: string } = {
  skill: "Always holds in any folder where the skill's files are exactly these.",
  server: 'Always holds in any project where the server is started exactly so.',
  module: 'Always holds in this folder alone, until one of these files changes.',
};

const WAITS_FOR: { readonly [kind in PauseKind]: string } = {
  confirmation: 'Waiting for your approval',
  credential: 'Waiting for a credential',
  guard: 'Waiting for your decision',
};

/** A pause is answered once: at the row of the call that waits, else at its own. */
export function asksHere(row: SpanRow): boolean {
  if (row.pause === undefined) return false;
  return row.kind !== 'approval' || store.rowAt(row.parent)?.pause !== row.pause;
}

interface Props {
  readonly pause: string;
  readonly asks: PauseKind;
  /** `at-bar` and `in-name` are in a row, `in-details` below the row's details. */
  readonly where: 'at-bar' | 'in-name' | 'in-details';
  /** What can be approved until it changes; offered where the person sees all of it. */
  readonly lasting?: keyof typeof ALWAYS | undefined;
}

export function Ask({ pause, asks, where, lasting }: Props) {
  const size = where === 'in-details' ? '' : 'row-size';
  const [first, ...rest] = ANSWERS[asks];
  const answers = lasting === undefined || first === undefined ? ANSWERS[asks] : [first, ALWAYS[lasting], ...rest];
  return (
    <span class={`ask ${where}`} role="group" aria-label={WAITS_FOR[asks]}>
      {answers.map(([said, words, title], place) => (
        <button
          type="button"
          key={said}
          class={`button ${place === 0 ? '' : 'secondary'} ${size}`}
          title={title}
          onClick={(event) => {
            event.stopPropagation();
            answer(pause, said);
          }}
        >
          {said === 'ignore' && where === 'in-details' ? 'Ignore for This Tool' : words}
        </button>
      ))}
      {lasting !== undefined && <span class="muted holds">{HOLDS[lasting]}</span>}
    </span>
  );
}
