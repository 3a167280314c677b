/**
 * The output of `claude -p --output-format stream-json`: messages as in Claude Code's files, without prompts. Only records of
 * the user, such as results of calls, have times, and only in later versions. `parent_tool_use_id` links the messages of
 * sub-agents. Partial messages repeat the content of complete ones.
 */

import { defined } from '../../../skill/index.ts';
import type { Usage } from '../../protocol/events.ts';
import { countOf, type Fields, fieldsOf, listOf, textOf } from '../../text/values.ts';
import { LogReader, type SessionFormat } from '../log/format.ts';
import { namesIn } from '../log/offered-skills.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';
import type { SessionLog } from '../log/session-log.ts';
import { claudeUsage } from './claude-messages.ts';
import { ClaudeMessages } from './claude-reader.ts';

const isInit = ({ type, subtype }: Fields): boolean => type === 'system' && subtype === 'init';

export const claudeStream: SessionFormat = {
  id: 'claude-stream-json',
  title: 'Claude Code (stream-json)',
  client: 'claude-code',
  detect: ({ records }) =>
    records.some(
      (record) => (isInit(record) && ('session_id' in record || 'tools' in record)) || 'parent_tool_use_id' in record,
    ),
  time: ({ timestamp }) => timestamp,
  session: (record) => textOf(record.session_id),
  open: (log) => new ClaudeStreamReader(log),
};

class ClaudeStreamReader extends LogReader {
  private readonly messages: ClaudeMessages;

  constructor(log: SessionLog) {
    super(log);
    this.messages = new ClaudeMessages(log);
  }

  read(record: Fields, at: RecordPosition): ReadFate {
    const parent = textOf(record.parent_tool_use_id);
    const track = parent === undefined ? this.log.main : this.log.subagent(parent);
    switch (record.type) {
      case 'assistant':
        return this.messages.assistant(record, track, at);
      case 'user':
        return this.messages.user(record, track, parent === undefined, at);
      case 'system':
        if (record.subtype === 'compact_boundary') return this.compaction(record, at);
        if (isInit(record)) this.init(record);
        return 'metadata';
      case 'result':
        return this.result(record, at);
      case 'stream_event':
        return 'duplicate';
      case 'rate_limit_event':
      case 'tool_progress':
      case 'auth_status':
        return 'metadata';
      default:
        return 'raw';
    }
  }

  private compaction(record: Fields, at: RecordPosition): ReadFate {
    const { trigger, pre_tokens: before } = fieldsOf(record.compact_metadata);
    this.messages.compaction(trigger, before, undefined, at);
    return 'used';
  }

  private init(record: Fields): void {
    const model = textOf(record.model);
    if (model !== undefined) this.log.setModel(`anthropic/${model}`);
    const directory = textOf(record.cwd);
    if (directory !== undefined) this.log.skills.setDirectory(directory);
    this.log.skills.offer(namesIn(record.skills));
    this.log.tools = listOf(record.tools).filter((tool) => typeof tool === 'string');
  }

  /** Reads the end of the session: its cost, and the total of its tokens, which the messages can lack. */
  private result(record: Fields, at: RecordPosition): ReadFate {
    const cost = countOf(record.total_cost_usd);
    const usage = claudeUsage(record.usage);
    this.log.reported = usage;
    this.log.addReported(
      {
        ...usage,
        ...defined<Partial<Usage>>({ costUsd: cost, costSource: cost === undefined ? undefined : 'reported' }),
      },
      at,
    );
    if (record.is_error === true) {
      const text = textOf(record.result) ?? '';
      const subtype = textOf(record.subtype) ?? 'error';
      // An error of the API has the subtype of a success, and its message as the result.
      this.log.setEnd({ reason: 'model_error', text, error: subtype === 'success' && text !== '' ? text : subtype });
    }
    return 'used';
  }
}
