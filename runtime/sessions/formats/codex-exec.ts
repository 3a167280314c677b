/**
 * The output of `codex exec --json`: items that start and complete. It contains no prompts and no separate model calls, and
 * times only if a program adds them. Usage is the total of the thread at the end of each turn. Early versions named the type
 * of an item `item_type`.
 */

import { defined } from '../../../skill/index.ts';
import { addUsage } from '../../models/prices/usage.ts';
import type { Usage } from '../../protocol/events.ts';
import { type Fields, fieldsOf, isFields, jsonOf, textOf } from '../../text/values.ts';
import { LogReader, type SessionFormat } from '../log/format.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';
import { codexUsage } from './codex-items.ts';

const TYPES = /^(?:thread\.started|turn\.(?:started|completed|failed)|item\.(?:started|updated|completed))$/;

export const codexExec: SessionFormat = {
  id: 'codex-exec-json',
  title: 'Codex (exec --json)',
  client: 'codex',
  detect: ({ records }) =>
    records.some(
      (record) =>
        (record.type === 'thread.started' && typeof record.thread_id === 'string') ||
        (TYPES.test(textOf(record.type) ?? '') && typeOf(fieldsOf(record.item)) !== undefined),
    ),
  time: ({ timestamp }) => timestamp,
  session: (record) =>
    textOf(record.thread_id) ?? (record.type === 'session.created' ? textOf(record.session_id) : undefined),
  open: (log) => new CodexExecReader(log),
};

/** Returns the type of an item by its current or its earlier name. */
function typeOf(item: Fields): string | undefined {
  return textOf(item.type) ?? textOf(item.item_type);
}

class CodexExecReader extends LogReader {
  /** Tokens of the threads before the current one. */
  private before: Usage = {};

  read(record: Fields, at: RecordPosition): ReadFate {
    switch (record.type) {
      case 'thread.started':
        this.before = this.log.total;
        return 'metadata';
      case 'session.created':
      case 'turn.started':
      case 'turn.rate_limited':
        return 'metadata';
      case 'turn.completed':
        return this.usage(record, at);
      case 'turn.failed':
      case 'error':
        return this.failed(textOf(fieldsOf(record.error).message) ?? textOf(record.message) ?? 'The turn failed.', at);
      case 'item.updated':
        return 'duplicate';
      case 'item.started':
      case 'item.completed':
        return isFields(record.item) ? this.item(record.item, record.type === 'item.completed', at) : 'raw';
      default:
        return 'raw';
    }
  }

  private usage(record: Fields, at: RecordPosition): ReadFate {
    const usage = codexUsage(record.usage);
    if (usage === undefined) return 'metadata';
    this.log.reported = addUsage(this.before, usage);
    this.log.addReported(this.log.reported, at);
    return 'used';
  }

  private failed(error: string, at: RecordPosition): ReadFate {
    this.log.note(error, at);
    this.log.setEnd({ reason: 'model_error', text: '', error });
    return 'used';
  }

  private item(item: Fields, isCompleted: boolean, at: RecordPosition): ReadFate {
    switch (typeOf(item)) {
      case 'agent_message':
      case 'assistant_message':
        if (isCompleted) this.log.main.add({ text: textOf(item.text) ?? '' }, at);
        return isCompleted ? 'used' : 'duplicate';
      case 'reasoning':
        if (isCompleted) this.log.main.add({ reasoning: textOf(item.text) ?? '' }, at);
        return isCompleted ? 'used' : 'duplicate';
      case 'todo_list':
        return 'metadata';
      case 'error':
        this.log.note(textOf(item.message) ?? 'An error occurred.', at);
        return 'used';
      default:
        return this.call(item, isCompleted, at);
    }
  }

  private call(item: Fields, isCompleted: boolean, at: RecordPosition): ReadFate {
    const id = textOf(item.id);
    const type = typeOf(item);
    if (id === undefined || type === undefined) return 'raw';
    if (this.log.openCall(id) === undefined) {
      if (this.log.isAnswered(id)) return 'duplicate';
      this.log.main.add({ call: { id, tool: toolOf(item, type), args: argsOf(item) } }, at);
    } else if (!isCompleted) return 'duplicate';
    if (isCompleted) {
      const code = item.exit_code;
      const isError = item.status === 'failed' || (typeof code === 'number' && code !== 0);
      this.log.result(
        id,
        defined({
          value: resultOf(item),
          isError: isError || undefined,
          exitCode: typeof code === 'number' ? code : undefined,
          denied: item.status === 'declined' ? true : undefined,
        }),
        at,
      );
    }
    return 'used';
  }
}

function toolOf(item: Fields, type: string): string {
  const tool = textOf(item.tool);
  return tool === undefined ? type : [textOf(item.server), tool].filter(Boolean).join('__');
}

function argsOf({ command, changes, query, arguments: args }: Fields) {
  if (command !== undefined) return { command: jsonOf(command) };
  if (changes !== undefined) return { changes: jsonOf(changes) };
  if (query !== undefined) return { query: jsonOf(query) };
  return jsonOf(args ?? {});
}

function resultOf({ aggregated_output: output, output: earlier, result, error, status }: Fields) {
  return textOf(output) ?? textOf(earlier) ?? jsonOf(result ?? error ?? status ?? '');
}
