/** The changes that a loaded skill made to the offered tools. */
import { plural } from '../../model/format.ts';
import type { Payload } from '../../payload.ts';

export function Changes({ payload }: { readonly payload: Payload | undefined }) {
  const changes = payload?.changes;
  if (changes === undefined) return null;
  const { added, removed, unresolved, by } = changes;
  const subject = by === undefined ? 'A loaded skill' : `The skill ${by}`;
  return (
    <>
      <Tools head={`${subject} adds ${plural(added.length, 'tool')}`} names={added} badge="new" />
      {unresolved.length > 0 && (
        <Tools head={`${plural(unresolved.length, 'tool')} not found`} names={unresolved}>
          <p class="muted">
            The skill lists them in metadata.adk_additional_tools, but the agent's additionalTools has no such names.
            They were not offered to the model.
          </p>
        </Tools>
      )}
      <Tools head={`${plural(removed.length, 'tool')} no longer offered`} names={removed} />
    </>
  );
}

interface ToolsProps {
  readonly head: string;
  readonly names: readonly string[];
  readonly badge?: string;
  readonly children?: preact.ComponentChildren;
}

function Tools({ head, names, badge, children }: ToolsProps) {
  if (names.length === 0) return null;
  return (
    <section>
      <h3>{head}</h3>
      {children}
      <ul class="tools">
        {names.slice(0, 200).map((name) => (
          <li key={name}>
            {name}
            {badge !== undefined && <span class="added">{badge}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
