/** The messages sent to a model call and its reply, as a chat. Model and tool output is plain text, never markup. */

import { plural } from '../model/format.ts';
import type { Message, Payload } from '../payload.ts';
import { select } from '../state/actions.ts';
import * as store from '../state/store.ts';
import { Icon } from './icons.tsx';
import { JsonTree } from './json.tsx';
import { lookOf } from './look.ts';
import { Text } from './text.tsx';

const WHO: { readonly [from in Message['from']]: string } = { user: 'User', model: 'Model', tool: 'Tool' };

export function Messages({ payload }: { readonly payload: Payload }) {
  const { messages = [], earlierTurns = 0, text, toolCalls = [], row } = payload;
  const answered = (text !== undefined && text !== '') || toolCalls.length > 0;
  return (
    <div class="chat">
      {messages.map((message, place) => (
        <div key={String(place)} class="turn">
          {place === 1 && earlierTurns > 0 && (
            <p class="muted between">{plural(earlierTurns, 'earlier model call')} not shown</p>
          )}
          <Bubble message={message} />
        </div>
      ))}
      {answered && (
        <>
          <p class="muted between">Reply to this call</p>
          <Bubble message={{ from: 'model', row, ...(text === undefined ? {} : { text }), calls: toolCalls }} />
        </>
      )}
      <p class="muted">Instructions and tool descriptions are sent as well, but are not recorded in the journal.</p>
    </div>
  );
}

function Bubble({ message }: { readonly message: Message }) {
  const { from, text, data, calls = [], tool } = message;
  const row = store.rowAt(message.row);
  return (
    <section class={`bubble from-${from}`}>
      <h3>
        {row !== undefined && (
          <Icon name={from === 'user' ? 'person' : row.icon} look={from === 'user' ? '' : `k-${lookOf(row)}`} />
        )}
        <button type="button" class="plain-name" title="Go to row" onClick={() => select(message.row)}>
          {tool ?? WHO[from]}
        </button>
        {from === 'model' && row?.turn !== undefined && <span class="detail">turn {row.turn}</span>}
      </h3>
      {text !== undefined && text !== '' && <Text text={text} />}
      {calls.map((call, place) => (
        <JsonTree key={String(place)} name={call.tool} value={call.args} open={1} />
      ))}
      {data !== undefined && (typeof data === 'string' ? <Text text={data} /> : <JsonTree value={data} open={1} />)}
    </section>
  );
}
