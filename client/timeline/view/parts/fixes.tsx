/** Fixes for the words that provoked a miss, both offered and applied. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { lineChange } from '../../line-change.ts';
import type { AppliedFix, Fix } from '../../protocol.ts';
import { post } from '../../state/host.ts';
import * as store from '../../state/store.ts';
import { Icon } from './icons.tsx';

export function Fixes({ row }: { readonly row: number }) {
  const applied = store.applied.value.get(row);
  return (
    <>
      {applied !== undefined && <AppliedFixSection row={row} fix={applied} />}
      {(store.fixes.value.get(row) ?? []).map((fix, index) => (
        <OfferedFix key={fix.title} row={row} fix={fix} index={index} />
      ))}
    </>
  );
}

function OfferedFix({ row, fix, index }: { readonly row: number; readonly fix: Fix; readonly index: number }) {
  const first = index === 0;
  return (
    <section>
      <h3>
        <Icon name="bulb" className="warn" />
        {fix.title}
      </h3>
      <LineDiff fix={fix} />
      <Buttons row={row} focus={first}>
        <button
          type="button"
          class={`button ${first ? '' : 'secondary'}`}
          onClick={() => post({ type: 'applyFix', row, index })}
        >
          Apply Fix
        </button>
        {first && canRunAgain() && (
          <button
            type="button"
            class="button secondary"
            onClick={() => post({ type: 'applyFix', row, index, runAgain: true })}
          >
            Apply and Run Again
          </button>
        )}
      </Buttons>
    </section>
  );
}

/** False while the run is active, and for a session of another agent. */
const canRunAgain = (): boolean => !store.live.value && store.header.value?.imported === undefined;

function AppliedFixSection({ row, fix }: { readonly row: number; readonly fix: AppliedFix }) {
  return (
    <section class="applied">
      <h3>
        <Icon name="check" className="good" />
        Fix applied and file saved
      </h3>
      <p>{fix.title}</p>
      <LineDiff fix={fix} />
      <Buttons row={row} focus>
        {canRunAgain() && (
          <button type="button" class="button" onClick={() => post({ type: 'runAgain' })}>
            Run Again
          </button>
        )}
        {fix.undo && (
          <button type="button" class="button secondary" onClick={() => post({ type: 'undoFix', row })}>
            Undo
          </button>
        )}
      </Buttons>
    </section>
  );
}

interface ButtonsProps {
  readonly row: number;
  /** True if the first button takes the focus from the button that was pressed, which disappears afterwards. */
  readonly focus: boolean;
  readonly children: ComponentChildren;
}

function Buttons({ row, focus, children }: ButtonsProps) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!focus || store.lastFixedRow.value !== row) return;
    store.lastFixedRow.value = -1;
    if (document.activeElement === document.body) container.current?.querySelector('button')?.focus();
  }, [store.lastFixedRow.value]);
  return (
    <div class="buttons" ref={container}>
      {children}
    </div>
  );
}

/** The line before and after, with removed and inserted text marked. */
function LineDiff({ fix: { before, after } }: { readonly fix: Fix }) {
  if (before === undefined || after === undefined) return null;
  const { start, removed, inserted, end } = lineChange(before, after);
  return (
    <div class="box diff">
      <div class="removed">
        <span aria-hidden="true">−</span>
        <span class="unseen">Before:</span>
        <code>
          {start}
          {removed !== '' && <del>{removed}</del>}
          {end}
        </code>
      </div>
      <div class="inserted">
        <span aria-hidden="true">+</span>
        <span class="unseen">After:</span>
        <code>
          {start}
          {inserted !== '' && <ins>{inserted}</ins>}
          {end}
        </code>
      </div>
    </div>
  );
}
