/** The context in one strip below the ruler: the tokens of the requests of the main agent, and the compactions. */
import { duration, plural } from '../../model/format.ts';
import { percent } from '../../model/shares.ts';
import { fromX } from '../../model/time-scale.ts';
import { goToCompaction, select } from '../../state/actions.ts';
import { CURVE_HEIGHT, contextStrip, type ContextStrip as Facts } from '../../state/context-strip.ts';
import * as store from '../../state/store.ts';
import { Icon } from '../parts/icons.tsx';

/** Maximum number of skills that the strip names; the rows name all. */
const MAX_NAMED = 3;

export function ContextStrip() {
  const facts = contextStrip.value;
  if (facts === undefined) return null;
  const { compactions } = facts;
  return (
    <div class={`strip ${compactions > 0 ? 'has-compactions' : ''}`} role="rowgroup" aria-label="Context">
      <div class="lane context" role="row">
        <span class="col-step" role="rowheader">
          <Icon name="compaction" className="k-model" />
          <span class="name">Context</span>
          {compactions > 0 && (
            <button
              type="button"
              class={`link ${facts.lost.length > 0 ? 'loses' : ''}`}
              title="Next compaction (C), previous one (Shift+C)"
              onClick={() => goToCompaction(1)}
            >
              {describeLoss(facts)}
            </button>
          )}
          <span class="detail" title={describeScale(facts)}>
            {describePeak(facts)}
          </span>
        </span>
        <Curve facts={facts} />
      </div>
    </div>
  );
}

function Curve({ facts: { drawing, window, full, largest } }: { readonly facts: Facts }) {
  const width = Math.max(1, Math.floor(store.trackWidth.value));
  const callAt = (event: MouseEvent): number | undefined => {
    const { currentTarget: track } = event;
    if (!(track instanceof Element)) return undefined;
    const x = event.clientX - track.getBoundingClientRect().left;
    return store.contextCurve.callAt(fromX(store.scale.value, store.zoom.value, width, x));
  };
  return (
    <span
      class="col-track"
      role="gridcell"
      onClick={(event) => {
        const id = callAt(event);
        if (id !== undefined) select(id);
      }}
      onPointerMove={(event) => {
        const row = store.rowAt(callAt(event));
        event.currentTarget.title = row?.tokensIn === undefined ? '' : describeCall(row.start, row.tokensIn, window);
      }}
    >
      <span class="unseen">{largest > 0 ? 'A curve of the tokens of each request' : ''}</span>
      <svg
        class="curve"
        viewBox={`0 0 ${width} ${CURVE_HEIGHT}`}
        width={width}
        height={CURVE_HEIGHT}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path class="area" d={drawing.area} />
        <path class="edge" d={drawing.line} />
        {window > 0 && window < full && <path class="limit" d={limitOf(window / full, width)} />}
      </svg>
      {/* Keyboard users reach the same with C and Shift+C. These are for the pointer only. */}
      {drawing.compactions.map(({ x, id, loses }) => (
        <svg
          key={id}
          class={`compaction ${loses ? 'loses' : ''}`}
          viewBox="0 0 10 28"
          width="10"
          height="28"
          preserveAspectRatio="xMidYMin slice"
          style={{ left: `${x}px` }}
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation();
            select(id);
          }}
        >
          <title>{describeCompaction(id)}</title>
          <path class="flag" d="M1 1h8L5 7z" />
          <path class="pole" d="M5 1v27" />
        </svg>
      ))}
    </span>
  );
}

function limitOf(share: number, width: number): string {
  const y = Math.round((1 - share) * (CURVE_HEIGHT - 1)) + 0.5;
  return `M0 ${y}H${width}`;
}

function describeCall(start: number, tokens: number, window: number): string {
  const share = window > 0 ? `, ${percent(tokens, window)} of the context window` : '';
  return `Request of ${plural(tokens, 'token')} at ${duration(start)}${share}. Click to select it.`;
}

function describeCompaction(id: number): string {
  const row = store.rowAt(id);
  return row === undefined ? '' : `Compaction at ${duration(row.start)}: ${row.name}`;
}

/** Returns which skills were lost, for the button that leads to the compactions. */
function describeLoss({ lost, again, compactions }: Facts): string {
  const inAll = plural(compactions, 'compaction');
  const parts = [named('lost', lost), named('loaded again:', again)].filter((part) => part !== '');
  return parts.length === 0 ? inAll : `${parts.join('; ')} (${inAll})`;
}

function named(word: string, skills: readonly string[]): string {
  if (skills.length === 0) return '';
  const more = skills.length > MAX_NAMED ? [`${skills.length - MAX_NAMED} more`] : [];
  return `${word} ${[...skills.slice(0, MAX_NAMED), ...more].join(', ')}`;
}

function describePeak({ largest, window, isEstimated }: Facts): string {
  if (largest === 0) return 'tokens not stated';
  const est = isEstimated ? ' (est.)' : '';
  if (window > 0) return `up to ${percent(largest, window)} of ${plural(window, 'token')}${est}`;
  return `up to ${plural(largest, 'token')}${est}, window unknown`;
}

function describeScale({ largest, window, full, isEstimated }: Facts): string {
  if (largest === 0) return 'The tokens of its requests are not known.';
  const est = isEstimated ? ' The tokens are estimates.' : '';
  const top =
    window === 0
      ? `The top is the largest request (${plural(full, 'token')}): the model's context window is unknown.`
      : full > window
        ? `The top is the largest request, the dashed line the model's context window of ${plural(window, 'token')}.`
        : `The top is the model's context window of ${plural(window, 'token')}.`;
  return `Input tokens of each request of the main agent, cached ones included. ${top}${est}`;
}
