/**
 * Sessions of pi and OpenClaw: `~/.pi/agent/sessions/….jsonl`. Entries form a tree from version 2 on; those that are not on
 * the path from the last entry to the root are superseded.
 *
 * Ignored: labels, entries of extensions, the data of images.
 */

import { defined } from '../../../skill/index.ts';
import type { Usage } from '../../protocol/events.ts';
import { formatCount } from '../../text/count.ts';
import { countOf, type Fields, fieldsOf, jsonOf, listOf, textOf, timeOf } from '../../text/values.ts';
import { LogReader, type SessionFormat, type Survey } from '../log/format.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';
import type { Compaction } from '../log/session-event.ts';
import type { SessionLog } from '../log/session-log.ts';
import { promptText, resultContent } from './claude-messages.ts';

const METADATA = /^(?:session|title|thinking_level_change|label|session_info|custom|custom_message)$/;

export const pi: SessionFormat = {
  id: 'pi',
  title: 'pi',
  client: 'pi',
  // Another agent writes a number for the time.
  detect: ({ records }) =>
    records.some(
      ({ type, cwd, timestamp }) => type === 'session' && typeof cwd === 'string' && timeOf(timestamp) !== undefined,
    ),
  time: (record) => record.timestamp,
  session: (record) => (record.type === 'session' ? textOf(record.id) : undefined),
  survey: () => new PathSurvey(),
  open: (log, survey) => new PiReader(log, survey instanceof PathSurvey ? survey.path() : undefined),
};

/** Finds the entries between the last one and the root. An entry whose parent is missing follows the one before it. */
class PathSurvey implements Survey {
  private readonly parents = new Map<string, string | undefined>();
  private session: string | undefined;
  private last: string | undefined;

  note(record: Fields): void {
    const id = textOf(record.id);
    if (record.type === 'session') this.session ??= id;
    if (id === undefined || record.type === 'session') return;
    const parent = textOf(record.parentId);
    const isKnown = parent === undefined ? record.parentId === null : this.parents.has(parent);
    this.parents.set(id, isKnown || parent === this.session ? parent : this.last);
    this.last = id;
  }

  path(): ReadonlySet<string> {
    const path = new Set<string>();
    for (let id = this.last; id !== undefined && !path.has(id); id = this.parents.get(id)) path.add(id);
    return path;
  }
}

class PiReader extends LogReader {
  private readonly path: ReadonlySet<string>;
  /** Numbers of the records by their ids. */
  private readonly records = new Map<string, number>();

  constructor(log: SessionLog, path: ReadonlySet<string> = new Set()) {
    super(log);
    this.path = path;
  }

  read(record: Fields, at: RecordPosition): ReadFate {
    const id = textOf(record.id);
    const type = textOf(record.type) ?? '';
    if (id !== undefined) this.records.set(id, at.record);
    if (id !== undefined && type !== 'session' && !this.path.has(id)) return 'duplicate';
    if (type === 'session' || type === 'model_change') this.settings(record);
    if (type === 'model_change' || METADATA.test(type)) return 'metadata';
    if (type === 'compaction' || type === 'branch_summary') {
      const tokens = countOf(record.tokensBefore);
      const size = tokens === undefined ? '' : ` at ${formatCount(tokens, 'token')}`;
      if (type === 'compaction') this.log.note(`The conversation was compacted${size}.`, at, this.compaction(record));
      else this.log.note('The user returned to an earlier message.', at);
      return 'used';
    }
    return type === 'message' ? this.message(fieldsOf(record.message), at) : 'raw';
  }

  /** Returns what replaced the conversation. Early versions count the lines from 0. */
  private compaction({ summary, firstKeptEntryIndex, firstKeptEntryId }: Fields): Compaction {
    const index = countOf(firstKeptEntryIndex);
    const keptFrom = index === undefined ? this.records.get(textOf(firstKeptEntryId) ?? '') : index + 1;
    return defined({ summary: textOf(summary) ?? '', keptFrom });
  }

  private settings(record: Fields): void {
    const directory = textOf(record.cwd);
    if (directory !== undefined) this.log.skills.setDirectory(directory);
    const model = textOf(record.modelId);
    if (model !== undefined) this.log.setModel(`${textOf(record.provider) ?? 'unknown'}/${model}`);
  }

  private message(message: Fields, at: RecordPosition): ReadFate {
    switch (message.role) {
      case 'user':
        return this.prompt(promptText(message.content), at);
      case 'assistant':
        return this.reply(message, at);
      case 'toolResult': {
        const value = resultContent(message.content);
        return (
          this.log.result(
            textOf(message.toolCallId),
            defined({ value, isError: message.isError === true ? true : undefined }),
            at,
          ) ?? 'early'
        );
      }
      case 'bashExecution':
        this.log.note(`The user ran: ${textOf(message.command) ?? ''}`, at);
        return 'used';
      case 'compactionSummary':
      case 'branchSummary':
      case 'custom':
      case 'hookMessage':
        return 'metadata';
      default:
        return 'raw';
    }
  }

  private prompt(text: string, at: RecordPosition): ReadFate {
    const [tag, name] = /^<skill name="([^"\n]{1,200})"[^>\n]{0,4000}>/.exec(text) ?? [];
    if (tag !== undefined && name !== undefined) {
      const [, location] = /location="([^"]*)"/.exec(tag) ?? [];
      const folder = location?.replace(/[\\/][^\\/]*$/, '');
      this.log.prompt(`/skill:${name}`, at);
      this.log.skills.recordLoad(name, folder, text.slice(tag.length));
      this.log.recordSkillLoad(name, 'user', folder, at);
    } else this.log.prompt(text, at);
    return 'used';
  }

  private reply(message: Fields, at: RecordPosition): ReadFate {
    const { content, stopReason } = message;
    const model = textOf(message.model);
    const usage = usageOf(fieldsOf(message.usage));
    const key = `entry-${at.record}`;
    const error = stopReason === 'error' ? (textOf(message.errorMessage) ?? 'The model failed.') : undefined;
    this.log.main.add(
      defined({
        key,
        model: model === undefined ? undefined : `${textOf(message.provider) ?? 'unknown'}/${model}`,
        usage,
        error,
      }),
      at,
    );
    for (const block of listOf(content).map(fieldsOf)) {
      const id = textOf(block.id);
      if (block.type === 'text') this.log.main.add({ key, text: textOf(block.text) ?? '' }, at);
      else if (block.type === 'thinking') this.log.main.add({ key, reasoning: textOf(block.thinking) ?? '' }, at);
      else if (block.type === 'toolCall' && id !== undefined)
        this.log.main.add(
          { key, call: { id, tool: textOf(block.name) ?? 'unknown', args: jsonOf(block.arguments ?? {}) } },
          at,
        );
    }
    if (stopReason === 'aborted') this.log.recordInterruption('Interrupted by the user.');
    return 'used';
  }
}

/** Converts usage, whose input tokens exclude those of the cache, to ours, which includes them. */
function usageOf(usage: Fields): Usage | undefined {
  const input = countOf(usage.input);
  const output = countOf(usage.output);
  if (input === undefined && output === undefined) return undefined;
  const read = countOf(usage.cacheRead) ?? 0;
  const written = countOf(usage.cacheWrite) ?? 0;
  const cost = countOf(fieldsOf(usage.cost).total);
  return defined({
    inputTokens: (input ?? 0) + read + written,
    outputTokens: output ?? 0,
    cacheReadTokens: read,
    cacheWriteTokens: written,
    costUsd: cost,
    costSource: cost === undefined ? undefined : 'reported',
  });
}
