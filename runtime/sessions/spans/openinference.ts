/** Reads messages in the attributes of OpenInference, such as `llm.input_messages.0.message.role`. */
import { setOwn } from '../../../skill/index.ts';
import type { Fields } from '../../text/values.ts';
import { type Message, messageOf } from '../messages/message.ts';

interface Draft {
  readonly fields: Record<string, unknown>;
  readonly contents: Map<number, string>;
  readonly calls: Map<number, Fields>;
}

const FIELD = /^(\d{1,6})\.message\.(role|content|tool_call_id|name)$/;
const CONTENT = /^(\d{1,6})\.message\.(?:contents\.(\d{1,6})\.message_content\.text|content\.(\d{1,6}))$/;
const CALL = /^(\d{1,6})\.message\.tool_calls\.(\d{1,6})\.tool_call\.(?:function\.)?(id|name|arguments)$/;

/** Returns the messages whose attributes begin with a prefix, in order. */
export function openInferenceMessages(attributes: Fields, prefix: string): readonly Message[] {
  const drafts = new Map<number, Draft>();
  const draft = (index: string): Draft => {
    const known = drafts.get(Number(index));
    if (known !== undefined) return known;
    const created = { fields: {}, contents: new Map<number, string>(), calls: new Map<number, Fields>() };
    drafts.set(Number(index), created);
    return created;
  };
  for (const [name, value] of Object.entries(attributes)) {
    if (!name.startsWith(prefix)) continue;
    const rest = name.slice(prefix.length);
    const [, field, fieldName] = FIELD.exec(rest) ?? [];
    const [, content, part, plainPart] = CONTENT.exec(rest) ?? [];
    const [, call, callIndex, callField] = CALL.exec(rest) ?? [];
    if (field !== undefined && fieldName !== undefined) setOwn(draft(field).fields, fieldName, value);
    else if (content !== undefined && typeof value === 'string')
      draft(content).contents.set(Number(part ?? plainPart), value);
    else if (call !== undefined && callField !== undefined) {
      const { calls } = draft(call);
      calls.set(Number(callIndex), { ...calls.get(Number(callIndex)), [callField]: value });
    }
  }
  return inOrder(drafts).map(({ fields, contents, calls }) => {
    const content = fields.content ?? inOrder(contents).join('\n\n');
    return messageOf({ ...fields, content, tool_calls: inOrder(calls) });
  });
}

/** Returns the values of a map in the order of their numbers. */
export function inOrder<T>(values: ReadonlyMap<number, T>): readonly T[] {
  return [...values].sort(([a], [b]) => a - b).map(([, value]) => value);
}
