/** The choices of the dialog, and what each costs, in the words of the user. Independent of `vscode`. */
import type { HookClient, HookOptions } from '../../runtime/protocol/hooks.ts';
import { formatCount } from '../../runtime/text/count.ts';

/** A choice with what it does and costs, each short enough for a line of a list. */
export interface Choice<T> {
  readonly value: T;
  readonly label: string;
  readonly cost: string;
  readonly detail: string;
}

/** Returns the choices of the guard for a client. */
export function guardChoices({ canEnd, continues }: HookClient): readonly Choice<HookOptions['guard']>[] {
  const costs = [canEnd && 'can leave you without an answer', continues && 'can cost a turn'].filter(Boolean);
  const fourth = canEnd ? 'Ends the turn at the fourth request' : 'Cannot end a turn here';
  const unread = continues ? '; names required files never read at its end.' : '.';
  return [
    {
      value: 'advise',
      label: 'Advise',
      cost: 'recommended, costs no turn',
      detail: 'Tells the model where a missed file is; denies the third request for a missing one.',
    },
    { value: 'on', label: 'On', cost: costs.join(', '), detail: `${fourth}${unread}` },
    { value: 'off', label: 'Off', cost: '', detail: 'Says nothing about missed files, and denies nothing.' },
  ];
}

/** Returns the choices of the check for a client. */
export function checkChoices({ continues }: HookClient): readonly Choice<HookOptions['check']>[] {
  const on: Choice<HookOptions['check']> = {
    value: 'on',
    label: 'On',
    cost: 'recommended, costs no turn',
    detail: 'After an edit the model gets the errors that no later edit can be meant to mend.',
  };
  const stop: Choice<HookOptions['check']> = {
    value: 'stop',
    label: 'At the End of a Turn, Too',
    cost: 'costs a turn if there are findings',
    detail: 'Also says once, at the end of a turn, all that is wrong in the edited files.',
  };
  const off: Choice<HookOptions['check']> = { value: 'off', label: 'Off', cost: '', detail: 'Checks nothing.' };
  return continues ? [on, stop, off] : [on, off];
}

/** The permission that installing gives, as `docs/live.md` has it. */
export const CONSENT = 'Reads folders of skills that the client offers, when a requested file is missing.';
/** The cost of every choice. */
export const STARTS = 'From the next session on, a small program starts around each read and command';

/** Returns where the hooks of a client are installed, and with which options; '' if they are not. */
export function installedText({ installed }: HookClient): string {
  return installed
    .map(({ scope, guard, check }) => {
      const where = scope === 'user' ? 'all projects' : 'this project';
      const options = [guard && `guard ${guard}`, check && `check ${check}`].filter(Boolean).join(', ');
      return options === '' ? where : `${where}: ${options}`;
    })
    .join('; ');
}

/** Returns whether hooks of a client have run in the folder; '' if they are not installed. */
export function runsText({ installed, runs }: HookClient): string {
  if (installed.length === 0) return '';
  if (runs.here > 0) return `ran in ${formatCount(runs.here, 'session')} in this folder`;
  const elsewhere = runs.elsewhere === 0 ? '' : `, but in ${formatCount(runs.elsewhere, 'session')} elsewhere`;
  return `never ran in this folder${elsewhere}`;
}
