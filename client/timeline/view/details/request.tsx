/** The Request tab: what was sent to a model call in addition to its messages. Everything is plain text, never markup. */
import type { Json } from '../../../../runtime/protocol/events.ts';
import { plural } from '../../model/format.ts';
import type { SentRequest } from '../../payload.ts';
import * as store from '../../state/store.ts';
import { JsonTree } from '../parts/json.tsx';
import { Text } from '../parts/text.tsx';
import { RequestTokens } from './request-tokens.tsx';

interface Props {
  readonly row: number;
  /** Absent if the journal does not contain it. */
  readonly request: SentRequest | undefined;
  /** The tokens that the provider counted. */
  readonly reported: number | undefined;
}

export function Request({ row, request, reported }: Props) {
  return (
    <>
      <RequestTokens row={row} reported={reported} />
      {request === undefined ? (
        <p class="muted">The {source()} does not contain the instructions and tool descriptions.</p>
      ) : (
        <Parts request={request} />
      )}
    </>
  );
}

/** The sessions of other agents contain only some parts of their requests. */
const isSession = (): boolean => store.header.value?.imported !== undefined;
const source = (): string => (isSession() ? 'session' : 'journal');

function Parts({ request: { system, opening, tools, attached } }: { readonly request: SentRequest }) {
  return (
    <>
      {system === '' && opening === undefined && isSession() && (
        <p class="muted">The session does not contain the instructions.</p>
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
      {attached > 0 && <p class="muted">{plural(attached, 'message')} with files were sent after the conversation.</p>}
      <section>
        {tools.length === 0 && isSession() ? (
          <p class="muted">The session does not contain the tool descriptions.</p>
        ) : (
          <h3>{plural(tools.length, 'tool')}</h3>
        )}
        {tools.map((tool, index) => (
          <JsonTree key={String(index)} name={nameOf(tool)} value={tool} open={0} />
        ))}
      </section>
    </>
  );
}

function nameOf(tool: Json): string {
  const { name } = (typeof tool === 'object' && tool !== null ? tool : {}) as { name?: unknown };
  return typeof name === 'string' ? name : '';
}
