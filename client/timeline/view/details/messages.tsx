/** The messages sent to a model call and its reply, as a chat. Model and tool output is plain text, never markup. */

import { defined } from '../../../../runtime/text/objects.ts';
import { plural } from '../../model/format.ts';
import type { Message, Payload } from '../../payload.ts';
import { select } from '../../state/actions.ts';
import * as store from '../../state/store.ts';
import { colorOf } from '../parts/colors.ts';
import { Icon } from '../parts/icons.tsx';
import { JsonTree } from '../parts/json.tsx';
import { Text } from '../parts/text.tsx';

const SENDERS: { readonly [from in Message['from']]: string } = { user: 'User', model: 'Model', tool: 'Tool' };

export function Messages({ payload }: { readonly payload: Payload }) {
  const { messages = [], earlierTurns = 0, text, toolCalls = [], row } = payload;
  const hasReply = (text !== undefined && text !== '') || toolCalls.length > 0;
  return (
    <div class="chat">
      {messages.map((message, index) => (
        <div key={String(index)} class="turn">
          {index === 1 && earlierTurns > 0 && (
            <p class="muted between">{plural(earlierTurns, 'earlier model call')} not shown</p>
          )}
          <Bubble message={message} />
        </div>
      ))}
      {hasReply && (
        <>
          <p class="muted between">Reply to this call</p>
          <Bubble message={defined({ from: 'model', row, text, calls: toolCalls })} />
        </>
      )}
      <p class="muted">
        {payload.request === undefined
          ? 'Instructions and tool descriptions were sent as well, but the journal does not contain them.'
          : 'Instructions and tool descriptions are on the Request tab.'}
      </p>
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
          <Icon name={from === 'user' ? 'person' : row.icon} className={from === 'user' ? '' : `k-${colorOf(row)}`} />
        )}
        <button type="button" class="plain-name" title="Go to row" onClick={() => select(message.row)}>
          {tool ?? SENDERS[from]}
        </button>
        {from === 'model' && row?.turn !== undefined && <span class="detail">turn {row.turn}</span>}
      </h3>
      {text !== undefined && text !== '' && <Text text={text} />}
      {calls.map((call, index) => (
        <JsonTree key={String(index)} name={call.tool} value={call.args} open={1} />
      ))}
      {data !== undefined && (typeof data === 'string' ? <Text text={data} /> : <JsonTree value={data} open={1} />)}
    </section>
  );
}
