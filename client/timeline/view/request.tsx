/** The Request tab: what was sent to a model call in addition to its messages. Everything is plain text, never markup. */
import type { Json } from '../../../runtime/protocol/events.ts';
import { count, plural } from '../model/format.ts';
import type { SentRequest } from '../payload.ts';
import { JsonTree } from './json.tsx';
import { Text } from './text.tsx';

export function Request({ request }: { readonly request: SentRequest }) {
  const { system, opening, tools, attached, changes, tokens } = request;
  return (
    <>
      <section>
        <h3>Estimated tokens</h3>
        <dl class="facts wide-terms">
          {tokens.map(({ part, tokens: estimate }) => (
            <Estimate key={part} part={part} tokens={estimate} />
          ))}
        </dl>
        <p class="muted">The rest of the request is the conversation and the results of other tools.</p>
      </section>
      {changes !== undefined && (
        <section>
          <h3>Changes since the call before</h3>
          <p>{changes.length === 0 ? 'Only messages were added.' : `These changed: ${changes.join(', ')}.`}</p>
        </section>
      )}
      {system !== '' && (
        <section>
          <h3>System message</h3>
          <Text text={system} />
        </section>
      )}
      {opening !== undefined && (
        <section>
          <h3>Message before the conversation</h3>
          <Text text={opening} />
        </section>
      )}
      {attached > 0 && <p class="muted">{plural(attached, 'message')} with files followed the conversation.</p>}
      <section>
        <h3>{plural(tools.length, 'tool')}</h3>
        {tools.map((tool, index) => (
          <JsonTree key={String(index)} name={nameOf(tool)} value={tool} open={0} />
        ))}
      </section>
    </>
  );
}

function Estimate({ part, tokens }: { readonly part: string; readonly tokens: number }) {
  return (
    <>
      <dt>{part}</dt>
      <dd>{count(tokens)}</dd>
    </>
  );
}

function nameOf(tool: Json): string {
  const { name } = (typeof tool === 'object' && tool !== null ? tool : {}) as { name?: unknown };
  return typeof name === 'string' ? name : '';
}
