/** The estimated tokens of all requests of a run by part, in the details of a run that has ended. */
import { useEffect } from 'preact/hooks';
import type { SentShare } from '../../../../runtime/protocol/request-tokens.ts';
import { count, dollars, plural } from '../../model/format.ts';
import { largestFirst, nameOfShare, percent, sumOfShares } from '../../model/shares.ts';
import type { RowTokens } from '../../payload.ts';
import { post } from '../../state/host.ts';
import * as store from '../../state/store.ts';
import { ShareBar, ShareName } from '../parts/share-bar.tsx';

/** Maximum number of model calls whose requests are estimated without being asked to: longer runs take seconds. */
const MAX_AUTOMATIC = 500;
/** Maximum number of parts listed. */
const MAX_PARTS = 15;

export function RunTokens({ row, modelCalls }: { readonly row: number; readonly modelCalls: number }) {
  const isReady = !store.live.value && store.complete.value && modelCalls > 0;
  const automatic = isReady && modelCalls <= MAX_AUTOMATIC;
  useEffect(() => {
    if (automatic) post({ type: 'tokens', row });
  }, [row, automatic, store.header.value?.llmCalls, store.updates.resets]);
  if (!isReady) return null;
  const tokens = store.tokens.value?.row === row ? store.tokens.value.tokens : undefined;
  return (
    <section>
      <h3>Tokens sent, by part (est.)</h3>
      {tokens === undefined && !automatic ? (
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

function timesCalls({ tokens, calls }: SentShare): string {
  return `${count(tokens / Math.max(1, calls))} × ${count(calls)}`;
}
