/** The badge of a fork and of a run with several prompts or forks, which lists them. */
import { plural } from '../../model/format.ts';
import type { RunHeader } from '../../row.ts';
import { post } from '../../state/host.ts';
import * as store from '../../state/store.ts';
import { Icon } from '../parts/icons.tsx';

export function Family({ head: { isFork, prompts, forks } }: { readonly head: RunHeader }) {
  const parts = [
    ...(isFork === true ? ['fork'] : []),
    ...(prompts === undefined ? [] : [plural(prompts, 'prompt')]),
    ...(forks === undefined ? [] : [`${plural(forks, 'fork')} of it`]),
  ];
  if (parts.length === 0) return null;
  const label = parts.join(' · ');
  if (!store.canOpenFiles.value) return <span class="badge">{label}</span>;
  return (
    <button
      type="button"
      class="badge family"
      title="Show the run that it was forked from, its prompts and its forks"
      aria-label={`${parts.join(', ')}: show the related runs and prompts`}
      onClick={() => post({ type: 'showFamily' })}
    >
      <Icon name="fork" />
      {label}
    </button>
  );
}
