/** The Request tab's estimate of tokens by category, and the differences from the previous call. */
import { useEffect } from 'preact/hooks';
import type { TextChange } from '../../../../runtime/protocol/request-tokens.ts';
import { count, plural } from '../../model/format.ts';
import { changeOf, nameOfShare, percent, sumOfShares } from '../../model/shares.ts';
import type { RowTokens } from '../../payload.ts';
import { post } from '../../state/host.ts';
import * as store from '../../state/store.ts';
import { ShareBar, ShareName } from '../parts/share-bar.tsx';

interface Props {
  readonly row: number;
  /** The tokens that the provider counted. */
  readonly reported: number | undefined;
}

export function RequestTokens({ row, reported }: Props) {
  // A session that grows is sent again, without the estimates of its earlier state.
  useEffect(() => post({ type: 'tokens', row }), [row, store.updates.resets]);
  const tokens = store.tokens.value?.row === row ? store.tokens.value.tokens : undefined;
  return (
    <>
      <section>
        <h3>Estimated tokens</h3>
        <p class="muted" role="status">
          {describe(tokens, reported)}
        </p>
        {tokens?.kind === 'request' && <Shares tokens={tokens} />}
      </section>
      {tokens?.kind === 'request' && tokens.changes !== undefined && <Changes changes={tokens.changes} />}
    </>
  );
}

function describe(tokens: RowTokens | undefined, reported: number | undefined): string {
  if (tokens === undefined) return 'Estimating…';
  if (tokens.kind === 'failed') return `Not estimated. ${tokens.message}`;
  if (tokens.kind !== 'request') return '';
  const total = `About ${count(sumOfShares(tokens.shares))} in total, without images and other files.`;
  return reported === undefined ? total : `${total} The provider counted ${count(reported)}.`;
}

function Shares({ tokens: { shares, before } }: { readonly tokens: Extract<RowTokens, { kind: 'request' }> }) {
  const total = sumOfShares(shares);
  return (
    <>
      <ShareBar shares={shares} />
      <table class="shares">
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Tokens</th>
            <th scope="col">Share</th>
            {before !== undefined && <th scope="col">Change</th>}
          </tr>
        </thead>
        <tbody>
          {shares.map((share) => (
            <tr key={nameOfShare(share)}>
              <ShareName share={share} />
              <td>{count(share.tokens)}</td>
              <td>{percent(share.tokens, total)}</td>
              {before !== undefined && <td>{changeOf(share, before)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Maximum number of changed lines shown. */
const MAX_LINES = 60;

function Changes({ changes }: { readonly changes: NonNullable<Extract<RowTokens, { kind: 'request' }>['changes']> }) {
  const { system, opening, tools, messages, replaced } = changes;
  const lists = [
    ['Tools added', tools?.added],
    ['Tools removed', tools?.removed],
    ['Tools changed', tools?.changed],
  ] as const;
  return (
    <section>
      <h3>Changes since the previous call</h3>
      <p>
        {messages === 0 ? 'No message was' : `${plural(messages, 'message')} ${messages === 1 ? 'was' : 'were'}`} added
        {replaced !== undefined && `, ${plural(replaced, 'earlier message')} replaced`}
        {(system ?? opening ?? tools) === undefined && '; nothing else changed'}.
      </p>
      {lists.map(
        ([title, names = []]) =>
          names.length > 0 && (
            <p key={title}>
              {title}: {names.join(', ')}
            </p>
          ),
      )}
      <Lines title="System message" change={system} />
      <Lines title="Message before the conversation" change={opening} />
    </section>
  );
}

function Lines({ title, change }: { readonly title: string; readonly change: TextChange | undefined }) {
  if (change === undefined) return null;
  const lines = [
    ...change.removed.map((text) => ({ kind: 'removed', sign: '-', text })),
    ...change.added.map((text) => ({ kind: 'inserted', sign: '+', text })),
  ];
  return (
    <>
      <p>{title}:</p>
      <div class="box diff">
        {lines.slice(0, MAX_LINES).map(({ kind, sign, text }, index) => (
          <div key={String(index)} class={kind}>
            <span class="unseen">{kind === 'removed' ? 'Removed: ' : 'Added: '}</span>
            <span aria-hidden="true">{sign}</span>
            <code>{text}</code>
          </div>
        ))}
      </div>
      {lines.length > MAX_LINES && <p class="muted">and {plural(lines.length - MAX_LINES, 'more line')}</p>}
    </>
  );
}
