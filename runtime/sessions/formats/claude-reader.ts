import { basename } from 'node:path/posix';
import { defined, slashedPath } from '../../../skill/index.ts';
import { formatCount } from '../../text/count.ts';
import { countOf, type Fields, fieldsOf, isFields, jsonOf, listOf, textOf } from '../../text/values.ts';
import type { OpenCall } from '../log/calls.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';
import type { Compaction } from '../log/session-event.ts';
import type { SessionLog } from '../log/session-log.ts';
import { baseFolder } from '../log/skill-texts.ts';
import { type ReplyPart, Track } from '../log/track.ts';
import { claudeUsage, enteredText, promptText, resultContent, slashCommand } from './claude-messages.ts';

const REFUSED =
  /^(?:Error: )?The user doesn't want to (?:proceed|take this action)|^User rejected|requested permissions to use .* but you haven't granted|^(?:Error: )?(?:This (?:command|tool use|operation|action) requires approval|Permission to use \S+ .*\b(?:has been )?denied)/i;
/** The user's message after Escape was pressed. */
const INTERRUPTED = /^\[Request interrupted by user/;

/** Reads messages of users and assistants as Claude Code writes them, to its own files and to `stream-json`. */
export class ClaudeMessages {
  private readonly log: SessionLog;
  private slash: string | undefined;
  /** Number of the first record that the latest compaction keeps, for its summary, which follows. */
  private keptFrom: number | undefined;

  constructor(log: SessionLog) {
    this.log = log;
  }

  /** Reads a message of the model. Each of its blocks can be in a separate record, with the usage repeated. */
  assistant(record: Fields, track: Track, at: RecordPosition): ReadFate {
    const message = fieldsOf(record.message);
    const { content } = message;
    if (!Array.isArray(content) && typeof content !== 'string') return 'raw';
    // Reduced sessions have no ids of messages.
    const key = textOf(message.id) ?? `record-${at.record}`;
    const model = textOf(message.model);
    if (model === '<synthetic>') return this.synthetic(record, track, promptText(content), at);
    const usage = claudeUsage(message.usage);
    const shared: ReplyPart = defined({
      key,
      model: model === undefined || model.includes('/') ? model : `anthropic/${model}`,
      usage,
      finish: message.stop_reason === 'max_tokens' ? 'length' : undefined,
    });
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    if (blocks.length === 0) track.add(shared, at);
    for (const block of blocks) track.add({ ...shared, ...partOf(fieldsOf(block)) }, at);
    return 'used';
  }

  /** Reads a message of the user: a prompt, results of calls, or text that the client added. */
  user(record: Fields, track: Track, isMain: boolean, at: RecordPosition): ReadFate {
    const message = fieldsOf(record.message);
    const { content } = message;
    if (typeof content !== 'string' && !Array.isArray(content)) return 'raw';
    const blocks = listOf(content).filter(isFields);
    if (Array.isArray(content) && content.length > 0 && blocks.length === 0) return 'raw';
    const results = blocks.filter(({ type }) => type === 'tool_result');
    if (results.length > 0) return this.results(record, results, at);
    const text = promptText(content);
    const isOfClient = record.isMeta === true || record.isSynthetic === true;
    const skill = isMain || !track.isSubagent ? this.slash : undefined;
    if (isSkillText(text) && (isOfClient || skill !== undefined || track.hasCall(isSkillCall)))
      return this.skillText(text, track, skill, textOf(record.sourceToolUseID), at);
    if (!isMain) return track.isReplying ? 'metadata' : 'duplicate';
    if (INTERRUPTED.test(text)) {
      this.log.recordInterruption('Interrupted by the user.');
      this.log.note('The user interrupted the model.', at);
      return 'used';
    }
    if (record.isCompactSummary === true) {
      const compacted = defined<Compaction>({ summary: text, keptFrom: this.keptFrom });
      this.log.note('The conversation continues from its summary.', at, compacted);
      return 'used';
    }
    const entered = enteredText(content);
    if (isOfClient || (entered === '' && text !== '')) return 'metadata';
    this.slash = slashCommand(entered);
    this.log.prompt(this.slash ?? entered, at);
    return 'used';
  }

  /** Reads the boundary of a compaction, whose summary follows. */
  compaction(trigger: unknown, tokensBefore: unknown, keptFrom: number | undefined, at: RecordPosition): void {
    this.keptFrom = keptFrom;
    const before = countOf(tokensBefore);
    const size = before === undefined ? '' : ` at ${formatCount(before, 'token')}`;
    const message = `The conversation was compacted${size} (${textOf(trigger) ?? 'auto'}).`;
    this.log.note(message, at, defined<Compaction>({ summary: '', keptFrom }));
  }

  private results(record: Fields, results: readonly Fields[], at: RecordPosition): ReadFate {
    const details = fieldsOf(record.toolUseResult ?? record.tool_use_result);
    const agentId = results.length === 1 ? textOf(details.agentId) : undefined;
    const duration = details.totalDurationMs ?? details.durationMs;
    const fates = results.map((block) => {
      const value = resultContent(block.content);
      const text = typeof value === 'string' ? value : '';
      const isError = block.is_error === true;
      return this.log.result(
        textOf(block.tool_use_id),
        defined({
          value,
          isError: isError || undefined,
          denied: isError && REFUSED.test(text) ? true : undefined,
          subagent: agentId,
          durationMs: results.length === 1 && typeof duration === 'number' && duration >= 0 ? duration : undefined,
        }),
        at,
      );
    });
    if (fates.includes('used')) return 'used';
    return fates.includes('duplicate') ? 'duplicate' : 'early';
  }

  /** Reads a prompt that the user entered while the model was working. */
  queued({ prompt, commandMode }: Fields, at: RecordPosition): ReadFate {
    const text = enteredText(prompt);
    if (commandMode !== 'prompt' || text === '') return 'metadata';
    this.log.prompt(text, at);
    return 'used';
  }

  /**
   * Reads the text of a skill, which follows the result of its tool or a slash command, or which the client gave a sub-agent at
   * its start.
   * @param slash the command that the user entered, if the text follows one
   * @param callId the id of the call that loaded the skill, if the record has it
   */
  private skillText(
    text: string,
    track: Track,
    slash: string | undefined,
    callId: string | undefined,
    at: RecordPosition,
  ): ReadFate {
    const folder = baseFolder(text);
    if (slash !== undefined) {
      const name = slash.slice(1).split(' ')[0] ?? '';
      this.log.skills.recordLoad(name, folder, text);
      this.log.recordSkillLoad(name, 'user', folder, at);
      this.slash = undefined;
      return 'used';
    }
    const leaf = basename(slashedPath(folder ?? ''));
    const isNamed = (call: OpenCall): boolean => isSkillCall(call) && bareName(call) === leaf;
    for (const isOf of [(call: OpenCall) => call.id === callId, isNamed, isSkillCall])
      if (track.addMessage(text, at, isOf)) return 'used';
    this.log.skills.recordText(leaf, folder, text);
    if (track.hasReplied || !track.isSubagent) return 'metadata';
    this.log.recordSkillLoad(leaf, 'client', folder, at);
    return 'used';
  }

  /** Reads a message that the client wrote in the model's place. */
  private synthetic(record: Fields, track: Track, text: string, at: RecordPosition): ReadFate {
    if (record.isApiErrorMessage !== true) return 'metadata';
    track.add({ error: text, finish: 'error' }, at);
    track.flush();
    return 'used';
  }
}

/** True for the text of a skill as Claude Code gives it to the model, with the skill's folder in its first line. */
function isSkillText(text: string): boolean {
  return /^\s*Base directory for this skill:/.test(text);
}

const isSkillCall = ({ tool }: OpenCall): boolean => tool === 'Skill' || tool === 'SlashCommand';

/** Returns the name of the skill that a call loads, without that of its plugin. */
function bareName({ args }: OpenCall): string {
  const { skill, command } = fieldsOf(args);
  const [name = ''] = (textOf(skill) ?? textOf(command) ?? '').split(' ', 1);
  return name.slice(name.lastIndexOf(':') + 1).replace(/^\//, '');
}

/** Creates the track of a sub-agent. */
export function subagentTrack(log: SessionLog, call: OpenCall | undefined, id: string): Track {
  const type = textOf(fieldsOf(call?.args).subagent_type);
  return new Track(log, type ?? `agent-${id}`, call, true);
}

function partOf(block: Fields) {
  switch (block.type) {
    case 'text':
      return { text: textOf(block.text) ?? '' };
    case 'thinking':
      return { reasoning: textOf(block.thinking) ?? '' };
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use': {
      const id = textOf(block.id);
      return id === undefined
        ? {}
        : { call: { id, tool: textOf(block.name) ?? 'unknown', args: jsonOf(block.input ?? {}) } };
    }
    default:
      return {};
  }
}
