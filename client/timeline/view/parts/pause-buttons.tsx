/** The buttons that answer a pause, shown where a row waits for the user. */

import type { PauseAnswer } from '../../protocol.ts';
import type { PauseKind, SpanRow } from '../../row.ts';
import { answer } from '../../state/actions.ts';
import * as store from '../../state/store.ts';

/** The replies to each kind of pause, each with its label and tooltip; the one that continues comes first. */
const ANSWERS: { readonly [kind in PauseKind]: readonly (readonly [PauseAnswer, string, string])[] } = {
  confirmation: [
    ['approve', 'Approve', 'Run this call'],
    ['deny', 'Deny', 'Do not run this call, and tell the model'],
  ],
  credential: [
    ['credential', 'Enter…', 'Enter the credential in VS Code. It is not stored in the run or its journal'],
    ['deny', 'Deny', 'Continue without it, and tell the model'],
  ],
  guard: [
    ['continue', 'Continue', 'Let the run continue, and reset the count of the guard'],
    ['stop', 'Stop', 'End the run here'],
    ['ignore', 'Ignore', 'Continue, and exempt this tool from the guard for the rest of the run'],
  ],
};

const PERMANENT_REPLIES: {
  readonly [subject in 'skill' | 'server' | 'module']: readonly [PauseAnswer, string, string];
} = {
  skill: [
    'always',
    'Always for This Skill',
    'Run all scripts of this skill, with any arguments, in every run and folder, until one of its files changes',
  ],
  server: [
    'always',
    'Always for This Server',
    'Start this server in every run of any project until its command, environment, folder, address or headers change',
  ],
  module: [
    'always',
    'Always for This Module',
    'Load this module in every run in this folder until it or a file that it imports changes',
  ],
};

/** The scope of a permanent approval, shown because a copy of a skill in another folder is approved along with it. */
const PERMANENT_SCOPES: { readonly [subject in keyof typeof PERMANENT_REPLIES]: string } = {
  skill: 'Always applies to every copy of the skill with identical files.',
  server: 'Always applies in every project that starts the server in the same way.',
  module: 'Always applies in this folder only, until one of these files changes.',
};

const GROUP_LABELS: { readonly [kind in PauseKind]: string } = {
  confirmation: 'Waiting for your approval',
  credential: 'Waiting for a credential',
  guard: 'Waiting for your decision',
};

/** True if the pause is answered at this row: the row of the waiting call, or the pause's own row if there is none. */
export function isPauseShownHere(row: SpanRow): boolean {
  if (row.pause === undefined) return false;
  return row.kind !== 'approval' || store.rowAt(row.parent)?.pause !== row.pause;
}

interface Props {
  readonly pause: string;
  readonly kind: PauseKind;
  /** `at-bar` and `in-name` are inside a row; `in-details` is below the details. */
  readonly placement: 'at-bar' | 'in-name' | 'in-details';
  /** The subject of a permanent approval, offered only where the user sees all of it. */
  readonly permanent?: keyof typeof PERMANENT_REPLIES | undefined;
}

export function PauseButtons({ pause, kind, placement, permanent }: Props) {
  const size = placement === 'in-details' ? '' : 'row-size';
  const [first, ...rest] = ANSWERS[kind];
  const answers =
    permanent === undefined || first === undefined ? ANSWERS[kind] : [first, PERMANENT_REPLIES[permanent], ...rest];
  return (
    <span class={`ask ${placement}`} role="group" aria-label={GROUP_LABELS[kind]}>
      {answers.map(([reply, label, title], index) => (
        <button
          type="button"
          key={reply}
          class={`button ${index === 0 ? '' : 'secondary'} ${size}`}
          title={title}
          onClick={(event) => {
            event.stopPropagation();
            answer(pause, reply);
          }}
        >
          {reply === 'ignore' && placement === 'in-details' ? 'Ignore for This Tool' : label}
        </button>
      ))}
      {permanent !== undefined && <span class="muted holds">{PERMANENT_SCOPES[permanent]}</span>}
    </span>
  );
}
