/** Token shares as a bar. The table next to it has the same content for screen readers. */
import type { ShareKind, TokenShare } from '../../../../runtime/protocol/request-tokens.ts';
import { nameOfShare, percent, sumOfShares } from '../../model/shares.ts';

export function ShareBar({ shares }: { readonly shares: readonly TokenShare[] }) {
  const total = sumOfShares(shares);
  return (
    <div class="share-bar" aria-hidden="true">
      {shares.map((share) => (
        <i
          key={nameOfShare(share)}
          class={`share-${share.kind}`}
          title={`${nameOfShare(share)}: ${percent(share.tokens, total)}`}
          style={{ flexGrow: share.tokens }}
        />
      ))}
    </div>
  );
}

/** The name of a share with the color of its bar. */
export function ShareName({ share }: { readonly share: TokenShare }) {
  return (
    <th scope="row" title={nameOfShare(share)}>
      <i class={`swatch share-${share.kind satisfies ShareKind}`} aria-hidden="true" />
      <span class="name">{nameOfShare(share)}</span>
    </th>
  );
}
