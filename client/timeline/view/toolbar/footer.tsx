/** Keyboard hints and the legend of the bars; of a part of the run, what happened in it. */
import * as store from '../../state/store.ts';
import { describeRange, useRange } from './range-line.tsx';

const KEYS: readonly (readonly [readonly string[], string])[] = [
  [['↑', '↓'], 'move'],
  [['←', '→'], 'fold'],
  [['F8'], 'next problem'],
  [['E'], 'evidence'],
  [['/'], 'find'],
  [['+', '-', '0'], 'zoom'],
  [['Enter'], 'go to source'],
];
const COMPACTION_KEY = [['C'], 'compaction'] as const;
const CHANGE_KEY = [['G'], 'change'] as const;

export function Footer({ simulated }: { readonly simulated: boolean }) {
  store.slowVersion.value;
  const range = useRange();
  const keys = [
    ...KEYS,
    ...(store.contextCurve.compactions.length === 0 ? [] : [COMPACTION_KEY]),
    ...(store.tally.changes.length === 0 ? [] : [CHANGE_KEY]),
  ];
  return (
    <footer class={range === undefined ? 'foot' : 'foot has-range'}>
      <span class="range" role="status">
        {range !== undefined && describeRange(range).map((part) => <span key={part}>{part}</span>)}
      </span>
      {range === undefined &&
        keys.map(([keys, label]) => (
          <span class="hint" key={label} data-hint={label}>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
            {label}
          </span>
        ))}
      <span class="spring" />
      <span class="legend">
        <i class="bar work" /> working
      </span>
      <span class="legend">
        <i class="bar wait k-approval" /> waiting
      </span>
      {simulated && (
        <span class="legend">
          <i class="bar work simulated" /> simulated
        </span>
      )}
    </footer>
  );
}
