import { basename } from 'node:path';
import type { EvalBaseline } from '../../runtime/protocol/evals.ts';
import type { PickItem } from '../dialogs/multi-step.ts';

/** Baseline of an eval that differs from the settings. */
export type BaselineChoice = EvalBaseline | { readonly kind: 'absence' };

/** An item of the list: a choice, or a question that leads to one. */
export type BaselineAnswer =
  | BaselineChoice
  | { readonly kind: 'ask for revision' }
  | { readonly kind: 'ask for folder' };

type Item = PickItem<BaselineAnswer>;

const ABSENCE: Item = {
  label: 'No Skill',
  detail: 'Does the skill help? The same cases without it',
  value: { kind: 'absence' },
};
const REVISIONS: readonly Item[] = [
  {
    label: 'Its Last Commit',
    description: 'HEAD',
    detail: 'Did the edits since then help?',
    value: { kind: 'revision', revision: 'HEAD' },
  },
  {
    label: 'Another Revision…',
    detail: 'Its text at a branch, tag or commit',
    value: { kind: 'ask for revision' },
  },
];
const FOLDER: Item = {
  label: 'A Folder…',
  detail: 'An earlier text of the skill in another folder',
  value: { kind: 'ask for folder' },
};

/**
 * Returns the items of the list.
 * @param isCommitted true if the skill is in a git repository
 * @param recent the choice of the last eval of the skill, which is listed first
 */
export function baselineItems(isCommitted: boolean, recent: BaselineChoice | undefined): readonly Item[] {
  const items = [ABSENCE, ...(isCommitted ? REVISIONS : []), FOLDER];
  if (recent === undefined) return items;
  const isRecent = ({ value }: Item): boolean => JSON.stringify(value) === JSON.stringify(recent);
  const known = items.find(isRecent) ?? itemOf(recent);
  const description = known.description === undefined ? 'last time' : `${known.description}, last time`;
  return [{ ...known, description }, ...items.filter((item) => !isRecent(item))];
}

function itemOf(choice: BaselineChoice): Item {
  if (choice.kind === 'absence') return ABSENCE;
  return choice.kind === 'revision'
    ? { label: choice.revision, value: choice }
    : { label: basename(choice.folder), detail: choice.folder, value: choice };
}
