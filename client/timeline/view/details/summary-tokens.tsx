/** The estimated tokens of all requests of a run by part, in the details of a run that has ended. */
import { useEffect } from 'preact/hooks';
import type { SentShare } from '../../../../runtime/protocol/request-tokens.ts';
import { count, dollars, plural } from '../../model/format.ts';
import { largestFirst, nameOfShare, percent, sumOfShares } from '../../model/shares.ts';
import type { RowTokens } from '../../payload.ts';
import { post } from '../../state/host.ts';
import * as store from '../../state/store.ts';
import { ShareBar, ShareName } from '../parts/share-bar.tsx';

/** Maximum number of model calls for an estimate without a click: it takes seconds for longer runs. */
const MAX_AUTOMATIC_CALLS = 500;
/** Maximum number of parts listed. */
const MAX_PARTS = 15;

/**
 * The section of a run's details, absent while it is live or loading and if it has no model calls. The panel computes the
 * estimate: requested with a `tokens` message, received in `store.tokens`.
 * @param row id of the run's row
 */
export function RunTokens({ row, modelCalls }: { readonly row: number; readonly modelCalls: number }) {
  const isReady = !store.live.value && store.complete.value && modelCalls > 0;
  const isAutomatic = isReady && modelCalls <= MAX_AUTOMATIC_CALLS;
  // Estimates again when the run has been continued (more calls) or loaded again (a reset).
  useEffect(() => {
    if (isAutomatic) post({ type: 'tokens', row });
  }, [row, isAutomatic, store.header.value?.llmCalls, store.updates.resets]);
  if (!isReady) return null;
  const tokens = store.tokens.value?.row === row ? store.tokens.value.tokens : undefined;
  return (
    <section>
      <h3>Tokens sent, by part (est.)</h3>
      {tokens === undefined && !isAutomatic ? (
        <button type="button" class="link" onClick={() => post({ type: 'tokens', row })}>
          Estimate the tokens of {plural(modelCalls, 'request')}
        </button>
      ) : (
        <p class="muted" role="status">
          {describe(tokens)}
        </p>
      )}
      {tokens?.kind === 'run' && <Parts tokens={tokens} />}
    </section>
  );
}

/** Returns the line above the table; '' for the tokens of a single request, which the row of a run never has. */
function describe(tokens: RowTokens | undefined): string {
  if (tokens === undefined) return 'Estimating…';
  if (tokens.kind === 'failed') return `Not estimated. ${tokens.message}`;
  if (tokens.kind !== 'run') return '';
  const { sent, calls, costUsd, incomplete } = tokens;
  const missing =
    incomplete === 0 ? '' : ` The instructions and tools of ${plural(incomplete, 'request')} are unknown.`;
  const cost = costUsd === undefined ? '' : ` Their cost without the replies: ${dollars(costUsd)}.`;
  return `${plural(calls, 'request')} with about ${plural(sumOfShares(sent), 'token')}: each contains the conversation again.${cost}${missing}`;
}

function Parts({ tokens: { sent, costUsd } }: { readonly tokens: Extract<RowTokens, { kind: 'run' }> }) {
  const parts = largestFirst(sent);
  const total = sumOfShares(sent);
  return (
    <>
      <ShareBar shares={parts} />
      <table class="shares">
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col" title="Its average size, and the number of requests that contained it">
              Tokens × calls
            </th>
            {costUsd !== undefined && <th scope="col">Cost</th>}
            <th scope="col">{costUsd === undefined ? 'Share' : 'Of the cost'}</th>
          </tr>
        </thead>
        <tbody>
          {parts.slice(0, MAX_PARTS).map((share) => (
            <tr key={nameOfShare(share)}>
              <ShareName share={share} />
              <td title={`${count(share.tokens)} in all`}>{timesCalls(share)}</td>
              {costUsd !== undefined && <td>{dollars(share.costUsd ?? 0)}</td>}
              <td>{costUsd === undefined ? percent(share.tokens, total) : percent(share.costUsd ?? 0, costUsd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {parts.length > MAX_PARTS && <p class="muted">and {count(parts.length - MAX_PARTS)} smaller parts</p>}
    </>
  );
}

/** Returns the average size of a part, and the number of requests that contained it. */
function timesCalls({ tokens, calls }: SentShare): string {
  return `${count(tokens / Math.max(1, calls))} × ${count(calls)}`;
}
