import { type Fields, fieldsOf, listOf, textOf } from '../../text/values.ts';
import { isInjected, itemText, skillMessage } from './codex-items.ts';

/** Returns the text that replaces a conversation of Codex: its summary, and the messages of the user that stay. */
export function compactedText({ message, replacement_history: history }: Fields): string {
  const kept = listOf(history)
    .map(fieldsOf)
    .filter(({ type, role }) => type === 'message' && (role === 'user' || role === 'assistant'))
    .map(({ content }) => itemText(content))
    .filter((text) => text !== '' && !isInjected(text));
  const summary = textOf(message) ?? '';
  return [...kept, ...(kept.some((text) => text.includes(summary)) ? [] : [summary])].join('\n\n');
}

/** Returns the names of the skills whose texts are in what replaces a conversation. */
export function skillsInCompacted({ replacement_history: history }: Fields): readonly string[] {
  return listOf(history).flatMap((item) => skillMessage(itemText(fieldsOf(item).content))?.name ?? []);
}
