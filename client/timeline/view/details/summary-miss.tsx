/** The place in which a call sought a file or skill, and where that is. */
import type { SoughtPlace } from '../../payload.ts';

export function Sought({ sought }: { readonly sought: SoughtPlace | undefined }) {
  if (sought === undefined) return null;
  const { title, says, asked, place, exists } = sought;
  return (
    <section>
      <h3>Miss</h3>
      <p>{says}</p>
      <dl class="facts">
        <dt>Kind</dt>
        <dd>{title}</dd>
        <dt>Asked for</dt>
        <dd>
          <code>{asked}</code>
        </dd>
        <dt>{exists || place === undefined ? 'Is at' : 'Expected at'}</dt>
        <dd>{place === undefined ? 'not known' : <code>{place}</code>}</dd>
      </dl>
    </section>
  );
}
