/**
 * Rollouts of Codex: `rollout-*.jsonl`, or `.jsonl.zst`. An item of a response and an event can describe the same message;
 * the first one counts. The usage of a model call follows its items, and often the results of its calls. Early versions wrote
 * items without an envelope, as lines after a header, or as the list of one document.
 *
 * What the client adds to the conversation before the first model call is in the request, later additions are not. Of tool
 * descriptions it has only those of tools that are added to Codex's own.
 *
 * The rollout of a spawned agent begins with a copy of the conversation so far, which is read for what the agent knows from it.
 *
 * Ignored: encrypted reasoning, the state of the world, rate limits, the data of images. A rolled back turn stays, because
 * its calls were made and paid for.
 */
import { defined, own } from '../../../skill/index.ts';
import { addUsage, missingUsage } from '../../models/prices/usage.ts';
import type { Usage } from '../../protocol/events.ts';
import { countOf, type Fields, fieldsOf, isFields, listOf, textOf } from '../../text/values.ts';
import { LogReader, type SessionFormat } from '../log/format.ts';
import { namesInInstructions, placesInInstructions } from '../log/offered-skills.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';
import type { SentParts } from '../log/session-event.ts';
import type { SessionLog } from '../log/session-log.ts';
import type { ReplyPart } from '../log/track.ts';
import { toolsOf } from '../messages/tools.ts';
import { compactedText, skillsInCompacted } from './codex-compaction.ts';
import { CopiedHistory, isSpawned } from './codex-copied-history.ts';
import { callOf, codexUsage, isInjected, itemText, outputOf, skillMessage, skillsList } from './codex-items.ts';

const TYPES =
  /^(?:session_meta|response_item|event_msg|turn_context|compacted|world_state|token_usage_record|inter_agent_communication\w*)$/;
const CALLS =
  /^(?:function_call|custom_tool_call|local_shell_call|web_search_call|tool_search_call|image_generation_call)$/;
const OUTPUTS =
  /^(?:function_call_output|custom_tool_call_output|local_shell_call_output|tool_search_output|tool_search_call_output)$/;
/** Maximum length of what the client adds to the conversation, in characters. */
const MAX_OPENING = 400_000;
/** Calls of the provider, which have no item with a result. */
const WITHOUT_OUTPUT = /^(?:web_search_call|image_generation_call)$/;
/** Events that repeat an item, or that do not describe an action of the agent. */
const OTHER_EVENTS =
  /^(?:task_started|turn_started|task_complete|turn_complete|exec_command_\w+|patch_apply_\w+|mcp_\w+|web_search_\w+|view_image_tool_call|image_generation_\w+|context_compacted|entered_review_mode|exited_review_mode|item_started|plan_\w+|turn_diff|background_event|session_configured|undo_\w+|sub_agent_activity|thread_name_updated|thread_settings_applied|thread_goal_\w+|agent_reasoning_section_break|collab_\w+|dynamic_tool_call_\w+|guardian_\w+|hook_\w+|model_\w+|skills_\w+|\w+_request|request_\w+|terminal_interaction|deprecation_notice|shutdown_complete|raw_response_item|realtime_\w+|\w+_delta)$/;

const isRollout = (record: Fields): boolean => TYPES.test(textOf(record.type) ?? '') && isFields(record.payload);
/** True for the header of an early version's rollout: a line, or the `session` of a document. */
const isHeader = ({ id, timestamp, instructions, type }: Fields): boolean =>
  type === undefined && typeof id === 'string' && typeof timestamp === 'string' && instructions !== undefined;
const isState = (record: Fields): boolean => record.record_type === 'state';
const isItem = (item: unknown): boolean =>
  /^(?:message|reasoning|\w+_call(?:_output)?)$/.test(textOf(fieldsOf(item).type) ?? '');
const isDocument = (document: unknown): boolean => isHeader(fieldsOf(fieldsOf(document).session));

export const codex: SessionFormat = {
  id: 'codex',
  title: 'Codex',
  client: 'codex',
  detect: ({ records, document }) =>
    records.some(isRollout) ||
    (isHeader(records[0] ?? {}) && records.some((record) => isState(record) || isItem(record))) ||
    (isDocument(document) && listOf(fieldsOf(document).items).some(isItem)),
  time: (record) => record.timestamp ?? fieldsOf(record.session).timestamp,
  session: (record) =>
    record.type === 'session_meta'
      ? textOf(fieldsOf(record.payload).id)
      : isHeader(record)
        ? textOf(record.id)
        : textOf(fieldsOf(record.session).id),
  split(document) {
    if (!isDocument(document)) return [document];
    const { items, ...header } = fieldsOf(document);
    return [header, ...listOf(items)];
  },
  lists: { items: {} },
  survey: ({ records }) =>
    records.some(({ type, payload }) => type === 'session_meta' && isSpawned(fieldsOf(payload)))
      ? new CopiedHistory()
      : undefined,
  open: (log, survey) =>
    survey instanceof CopiedHistory && survey.ownStart > 0
      ? new SpawnedReader(log, survey.ownStart)
      : new CodexReader(log),
};

/**
 * Reads the rollout of an agent that another one spawned with the conversation so far. The copied records say what the agent knows,
 * and what it had not counted when it began; their calls were made and paid for by the other one.
 */
class SpawnedReader extends LogReader {
  private readonly ownStart: number;
  private readonly copy: CodexReader;
  private reader: CodexReader | undefined;

  constructor(log: SessionLog, ownStart: number) {
    super(log);
    this.ownStart = ownStart;
    this.copy = new CodexReader(log.withoutEvents());
  }

  read(record: Fields, at: RecordPosition): ReadFate {
    if (at.record >= this.ownStart) {
      const fate = this.own().read(record, at);
      // The result of the call that spawned the agent.
      return fate === 'early' && this.copy.read(record, at) === 'used' ? 'duplicate' : fate;
    }
    return this.copy.read(record, at) === 'metadata' ? 'metadata' : 'duplicate';
  }

  end(): void {
    this.own();
  }

  /** Returns the reader of the agent's own records, which continues from the copied ones. */
  private own(): CodexReader {
    if (this.reader !== undefined) return this.reader;
    this.copy.endCopy();
    this.reader = new CodexReader(this.log, this.copy);
    return this.reader;
  }
}

class CodexReader extends LogReader {
  private provider = 'openai';
  private model: string | undefined;
  private metaCount = 0;
  /** The size of the model's context window, if the session states it. */
  private contextWindow: number | undefined;
  private total = '';
  /** The latest total of the session. */
  private counted: Usage = {};
  /** True if the usage of the latest reply is known. */
  private isCounted = false;
  /** The texts that the client added before the first model call. */
  private opening = '';
  /** The content of the requests in addition to the conversation. */
  private sent: SentParts = {};
  /** Texts of the messages since the last prompt, by role, to recognize the event or item that repeats one. */
  private seenTexts = new Map<string, 'item' | 'event'>();

  /** @param copied the reader of the records before, which another agent's rollout has, too */
  constructor(log: SessionLog, copied?: CodexReader) {
    super(log);
    if (copied === undefined) return;
    this.provider = copied.provider;
    this.model = copied.model;
    this.metaCount = copied.metaCount;
    this.total = copied.total;
    this.counted = copied.counted;
    this.opening = copied.opening;
    this.send(copied.sent);
    if (this.model !== undefined) log.setModel(this.modelName);
  }

  read(record: Fields, at: RecordPosition): ReadFate {
    if (!isFields(record.payload)) return this.bare(record, at) ?? 'raw';
    const payload = record.payload;
    switch (record.type) {
      case 'session_meta':
        return this.meta(payload);
      case 'turn_context':
        this.model = textOf(payload.model) ?? this.model;
        if (this.model !== undefined) this.log.setModel(this.modelName);
        return this.directory(payload);
      case 'response_item':
        return this.item(payload, at) ?? 'raw';
      case 'event_msg':
        return this.event(payload, at) ?? 'raw';
      case 'compacted':
        this.log.note(
          'The conversation was compacted.',
          at,
          { summary: compactedText(payload) },
          skillsInCompacted(payload),
        );
        return 'used';
      case 'token_usage_record':
        return this.usage(payload.thread_token_usage, payload.usage, at);
      case 'world_state':
        return 'metadata';
      default:
        return /^inter_agent_communication/.test(textOf(record.type) ?? '') ? 'metadata' : 'raw';
    }
  }

  /** Reads a record of an early version, which has no envelope. */
  private bare(record: Fields, at: RecordPosition): ReadFate | undefined {
    if (isState(record) || isHeader(record) || isHeader(fieldsOf(record.session))) return 'metadata';
    return this.item(record, at);
  }

  private get modelName(): string {
    return this.model === undefined ? 'unknown' : `${this.provider}/${this.model}`;
  }

  private meta(payload: Fields): ReadFate {
    // A resumed or forked session has those of the earlier ones, too.
    if (++this.metaCount > 1) return 'metadata';
    this.provider = textOf(payload.model_provider) ?? this.provider;
    const system = textOf(fieldsOf(payload.base_instructions).text) ?? textOf(payload.instructions);
    const tools = toolsOf(payload.dynamic_tools);
    this.send(defined({ system, tools: tools.length === 0 ? undefined : tools }));
    return this.directory(payload);
  }

  private directory(payload: Fields): ReadFate {
    const directory = textOf(payload.cwd);
    if (directory !== undefined) this.log.skills.setDirectory(directory);
    return 'metadata';
  }

  private item(item: Fields, at: RecordPosition): ReadFate | undefined {
    const type = textOf(item.type) ?? '';
    if (type === 'message') return this.message(item, at);
    if (type === 'reasoning') return this.reasoning(itemText(item.summary) || itemText(item.content), 'item', at);
    if (CALLS.test(type)) {
      const call = callOf(item, WITHOUT_OUTPUT.test(type) ? `${type}-${at.record}` : undefined);
      if (call === undefined) return undefined;
      this.add({ call }, at);
      if (WITHOUT_OUTPUT.test(type)) this.log.result(call.id, { value: textOf(item.status) ?? 'completed' }, at);
      return 'used';
    }
    if (OUTPUTS.test(type)) {
      const id = textOf(item.call_id);
      return this.log.result(id, { value: outputOf(item.output ?? item.tools) }, at) ?? 'early';
    }
    if (type === 'agent_message') return this.agentMessage(item, at);
    return /^(?:compaction|context_compaction|compaction_trigger|ghost_snapshot|other)$/.test(type)
      ? 'metadata'
      : undefined;
  }

  private message(item: Fields, at: RecordPosition): ReadFate | undefined {
    const text = itemText(item.content);
    if (item.role === 'assistant') return this.reply(text, 'item', at);
    if (item.role === 'developer' || item.role === 'system') {
      this.log.skills.offer(namesInInstructions(text), placesInInstructions(text));
      this.addOpening(text);
      return 'metadata';
    }
    if (item.role !== 'user') return undefined;
    const skill = skillMessage(text);
    if (skill !== undefined) {
      const folder = skill.path.replace(/[\\/][^\\/]*$/, '');
      this.log.skills.recordLoad(skill.name, folder, skill.body);
      this.log.recordSkillLoad(skill.name, 'user', folder, at);
      return 'used';
    }
    const entered = Array.isArray(item.content)
      ? itemText(item.content.filter((part) => !isInjected(textOf(fieldsOf(part).text) ?? '')))
      : text;
    if (isInjected(entered) || (entered === '' && text !== '')) {
      this.addOpening(text);
      return 'metadata';
    }
    return this.prompt(entered, 'item', at);
  }

  /** Adds text of the client to the message before the conversation. A resumed session repeats it. */
  private addOpening(text: string): void {
    if (this.log.main.hasReplied || this.opening.length + text.length > MAX_OPENING) return;
    if (text === '' || this.opening.includes(text)) return;
    this.opening = this.opening === '' ? text : `${this.opening}\n\n${text}`;
    const catalogue = skillsList(text);
    this.send(defined({ opening: this.opening, catalogue }));
  }

  /** Reads the message of another agent. */
  private agentMessage({ author, content }: Fields, at: RecordPosition): ReadFate {
    const text = itemText(content);
    if (text === '') return 'metadata';
    this.log.note(`${textOf(author) ?? 'Another agent'}: ${text}`, at);
    return 'used';
  }

  /** Reads an item of a turn. Those of calls repeat the items of responses. */
  private turnItem(item: Fields, at: RecordPosition): ReadFate {
    const type = textOf(item.type) ?? '';
    if (type === 'Reasoning') {
      const summary = itemText(item.summary_text);
      return summary === '' ? 'metadata' : this.reasoning(summary, 'event', at);
    }
    const text = itemText(item.content);
    if (text === '' || !/^(?:User|Agent)Message$/.test(type)) return 'metadata';
    return type === 'UserMessage' ? this.prompt(text, 'event', at) : this.reply(text, 'event', at);
  }

  private event(event: Fields, at: RecordPosition): ReadFate | undefined {
    const type = textOf(event.type) ?? '';
    switch (type) {
      case 'user_message':
        return this.prompt(textOf(event.message) ?? itemText(event.message), 'event', at);
      case 'agent_message':
        return this.reply(textOf(event.message) ?? '', 'event', at);
      case 'agent_reasoning':
      case 'agent_reasoning_raw_content':
        return this.reasoning(textOf(event.text) ?? '', 'event', at);
      case 'item_completed':
        return this.turnItem(fieldsOf(event.item), at);
      case 'token_count':
        this.contextWindow = countOf(fieldsOf(event.info).model_context_window) ?? this.contextWindow;
        return this.usage(fieldsOf(event.info).total_token_usage, fieldsOf(event.info).last_token_usage, at);
      case 'turn_aborted':
        this.log.recordInterruption(`Interrupted: ${textOf(event.reason) ?? 'the turn was aborted'}.`);
        this.log.note('The turn was aborted.', at);
        return 'used';
      case 'thread_rolled_back':
        this.log.note('The user rolled back the last turns.', at);
        return 'used';
      case 'error':
      case 'stream_error':
      case 'warning':
        this.log.note(textOf(event.message) ?? type, at);
        return 'used';
      default:
        return OTHER_EVENTS.test(type) ? 'metadata' : undefined;
    }
  }

  private prompt(text: string, from: 'item' | 'event', at: RecordPosition): ReadFate {
    if (this.isRepeated(`user ${text}`, from)) return 'duplicate';
    this.log.prompt(text, at);
    return 'used';
  }

  private reply(text: string, from: 'item' | 'event', at: RecordPosition): ReadFate {
    if (this.isRepeated(`assistant ${text}`, from)) return 'duplicate';
    this.add({ text }, at);
    return 'used';
  }

  private reasoning(text: string, from: 'item' | 'event', at: RecordPosition): ReadFate {
    if (text !== '' && this.isRepeated(`reasoning ${text}`, from)) return 'duplicate';
    // Encrypted reasoning has no text, but shows that the model was called.
    this.add({ reasoning: text }, at);
    return 'used';
  }

  /** True if a record of the other kind had the same text. */
  private isRepeated(text: string, from: 'item' | 'event'): boolean {
    const earlier = this.seenTexts.get(text);
    if (earlier !== undefined && earlier !== from) {
      this.seenTexts.delete(text);
      return true;
    }
    if (this.seenTexts.size > 200) this.seenTexts = new Map([...this.seenTexts].slice(100));
    this.seenTexts.set(text, from);
    return false;
  }

  /**
   * Reads the usage of a model call. Events and records can state the same one, and repeat it.
   * @param all the total of the thread, with this call
   */
  private usage(all: unknown, one: unknown, at: RecordPosition): ReadFate {
    const stated = codexUsage(all);
    const last = codexUsage(one) ?? (stated === undefined ? undefined : missingUsage(stated, this.counted));
    if (last === undefined) return 'metadata';
    // Without a total, the usage that follows another one without a reply in between is the same one.
    if (stated === undefined && this.isCounted) return 'duplicate';
    const total = stated ?? addUsage(this.counted, last);
    const { inputTokens, outputTokens } = total;
    const key = `${inputTokens} ${outputTokens}`;
    if (key === this.total) return 'duplicate';
    this.total = key;
    this.counted = total;
    this.isCounted = true;
    this.first ??= { total, last };
    this.log.reported = sinceStart(total, this.first);
    const usage = defined<Usage>({ ...last, contextWindow: this.contextWindow });
    if (!this.log.main.setUsage(usage, at)) this.log.main.add({ usage, ...this.modelPart() }, at);
    return 'used';
  }

  private first: { readonly total: Usage; readonly last: Usage } | undefined;

  private send(parts: SentParts): void {
    this.sent = { ...this.sent, ...parts };
    this.log.main.setSent(parts);
  }

  /** Ends the records that another agent's rollout has, too: what was learned from them about skills stays. */
  endCopy(): void {
    this.log.main.flush();
    this.log.skills.endCopy();
  }

  /** Adds a part of the model's reply. */
  private add(part: ReplyPart, at: RecordPosition): void {
    this.isCounted = false;
    this.log.main.add({ ...part, ...this.modelPart() }, at);
  }

  private modelPart() {
    return this.model === undefined ? {} : { model: this.modelName };
  }
}

/** Returns the total of this file: a resumed session starts from the total of the earlier one. */
function sinceStart(total: Usage, first: { readonly total: Usage; readonly last: Usage }): Usage {
  const earlier = missingUsage(first.total, first.last);
  return Object.fromEntries(
    Object.entries(total).map(([name, count]) => [name, Number(count) - Number(own(earlier, name) ?? 0)]),
  );
}
