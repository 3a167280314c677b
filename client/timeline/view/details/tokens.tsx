/**
 * Tokens of a model call: reported or estimated, with cache and reasoning tokens. Unknown figures are shown as such.
 */
import type { Usage } from '../../../../runtime/protocol/events.ts';
import { count, dollars } from '../../model/format.ts';
import type { Price } from '../../payload.ts';
import * as store from '../../state/store.ts';

export function Tokens({ usage = {} }: { readonly usage: (Usage & Price) | undefined }) {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens, estimated } = usage;
  const { costUsd, costSource, priceDate } = usage;
  const suffix = estimated ? ' (est.)' : '';
  const known = inputTokens !== undefined || outputTokens !== undefined;
  return (
    <>
      <Figure name={`Tokens in${suffix}`} value={inputTokens} />
      {cacheReadTokens !== undefined && <Figure name="read from cache" value={cacheReadTokens} part />}
      {cacheWriteTokens !== undefined && <Figure name="written to cache" value={cacheWriteTokens} part />}
      <Figure name={`Tokens out${suffix}`} value={outputTokens} />
      {reasoningTokens !== undefined && <Figure name="reasoning" value={reasoningTokens} part />}
      {known && !estimated && (
        <>
          <dt>Counted by</dt>
          <dd>the provider</dd>
        </>
      )}
      <dt>Cost{costSource === 'estimated' ? ' (est.)' : ''}</dt>
      <dd>{costOf({ costUsd, costSource, priceDate })}</dd>
    </>
  );
}

/** Formats the cost and its source. */
function costOf({ costUsd, costSource, priceDate }: { readonly [key in keyof Price]: Price[key] | undefined }): string {
  if (costUsd === undefined) return store.simulated.value ? 'unknown (simulated)' : 'unknown: no price available';
  if (costSource === 'reported') return `${dollars(costUsd)}, reported by the provider`;
  return `${dollars(costUsd)}, from token counts and prices${priceDate === undefined ? '' : ` of ${priceDate}`}`;
}

function Figure(props: { readonly name: string; readonly value: number | undefined; readonly part?: boolean }) {
  return (
    <>
      <dt class={props.part ? 'part' : ''}>{props.name}</dt>
      <dd>{props.value === undefined ? 'unknown' : count(props.value)}</dd>
    </>
  );
}
