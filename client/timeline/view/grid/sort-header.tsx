/** A column header that sorts by its figure. */
import type { ComponentChildren } from 'preact';
import type { SortKey } from '../../model/sorting.ts';
import { toggleSorting } from '../../state/sorting.ts';
import * as store from '../../state/store.ts';
import { Icon } from '../parts/icons.tsx';

interface Props {
  readonly by: SortKey;
  readonly className: string;
  /** The tooltip. */
  readonly title: string;
  readonly children: ComponentChildren;
}

export function SortHeader({ by, className, title, children }: Props) {
  const sorting = store.sorting.value?.key === by ? store.sorting.value : undefined;
  const order = sorting === undefined ? 'none' : sorting.descending ? 'descending' : 'ascending';
  return (
    <span class={className} role="columnheader" aria-sort={order}>
      <button
        type="button"
        class={sorting === undefined ? 'sort' : 'sort on'}
        title={title}
        onClick={() => toggleSorting(by)}
      >
        {sorting !== undefined && <Icon name={sorting.descending ? 'down' : 'up'} />}
        {children}
      </button>
    </span>
  );
}
