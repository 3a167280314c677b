/** Keyboard hints and the legend of the bars. */
const KEYS: readonly (readonly [readonly string[], string])[] = [
  [['↑', '↓'], 'move'],
  [['←', '→'], 'fold'],
  [['F8'], 'next problem'],
  [['E'], 'evidence'],
  [['/'], 'find'],
  [['+', '-', '0'], 'zoom'],
  [['Enter'], 'go to source'],
];

export function Footer({ simulated }: { readonly simulated: boolean }) {
  return (
    <footer class="foot">
      {KEYS.map(([keys, label]) => (
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
