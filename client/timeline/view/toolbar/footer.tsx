/** Keyboard hints and the legend of the bars. */
import * as store from '../../state/store.ts';

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

export function Footer({ simulated }: { readonly simulated: boolean }) {
  store.slowVersion.value;
  const keys = store.contextCurve.compactions.length === 0 ? KEYS : [...KEYS, COMPACTION_KEY];
  return (
    <footer class="foot">
      {keys.map(([keys, label]) => (
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
