/**
 * Sessions of Claude Code: `PROJECT/SESSION.jsonl`, with sub-agents in the same file or in their own. One message of the model
 * is in several records, one for each block, with the same id and its usage repeated; the last one counts.
 *
 * Ignored: the data of images, hooks, snapshots of files, titles. Rewound branches stay in chronological order, because their
 * calls were made and paid for.
 */
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../../text/values.ts';
import type { OpenCall } from '../log/calls.ts';
import { LogReader, type SessionFormat, type SessionReader } from '../log/format.ts';
import { namesInAttachment } from '../log/offered-skills.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';
import type { SessionLog } from '../log/session-log.ts';
import type { Track } from '../log/track.ts';
import { promptText } from './claude-messages.ts';
import { ClaudeMessages, subagentTrack } from './claude-reader.ts';

const METADATA =
  /^(?:summary|attachment|progress|queue-operation|file-history-\w+|attribution-snapshot|permission-mode|mode|(?:ai|custom)-title|agent-(?:name|color|setting)|last-prompt|task-summary|worktree-state|pr-link|frame-link|tag|started|result|relocated|bridge-session|atis-latch|content-replacement|speculation-accept|marble-origami-\w+)$/;

/** True for a record with the envelope of Claude Code's files, whose fields differ by version. */
function hasEnvelope(record: Fields): boolean {
  // The output of `stream-json` has neither, whatever it calls its session.
  if ('parentUuid' in record || 'isSidechain' in record) return true;
  if ('parent_tool_use_id' in record) return false;
  if (typeof record.sessionId === 'string') return true;
  // Reduced sessions.
  return !('session_id' in record) && [record.uuid, record.timestamp].some((value) => typeof value === 'string');
}

/** True for a message in the form of Anthropic's API. Qwen Code has the same envelope, with `message.parts`. */
function isClaudeMessage(record: Fields): boolean {
  const { role = record.type, content } = fieldsOf(record.message);
  return (
    hasEnvelope(record) &&
    (record.type === 'user' || record.type === 'assistant') &&
    role === record.type &&
    (typeof content === 'string' || Array.isArray(content))
  );
}

const isClaudeSystem = (record: Fields): boolean =>
  record.type === 'system' && 'parentUuid' in record && 'subtype' in record && 'isSidechain' in record;

export const claudeCode: SessionFormat = {
  id: 'claude-code',
  title: 'Claude Code',
  client: 'claude-code',
  detect: ({ records }) =>
    records.some(isClaudeMessage) ||
    (records.some(isClaudeSystem) && !records.some((record) => isFields(record.message) && 'parts' in record.message)),
  time: (record) => record.timestamp,
  session: (record) => textOf(record.sessionId) ?? textOf(record.session_id),
  open: (log) => new ClaudeCodeReader(log),
  subagents: {
    open: (log, id, call) => new ClaudeSubagentReader(log, call, id),
    prompt: ({ type, message }) => (type === 'user' ? promptText(fieldsOf(message).content) || undefined : undefined),
    isStart: ({ tool }) => isTask(tool),
  },
};

/** True for a tool that starts a sub-agent. */
const isTask = (tool: string): boolean => /^(?:Task|Agent)$/.test(tool);

class ClaudeCodeReader extends LogReader {
  private readonly messages: ClaudeMessages;
  /** Numbers of the records by their ids. */
  private readonly seen = new Map<string, number>();
  /** Tracks of sub-agents in the same file, by the id of each of their records. */
  private readonly sidechains = new Map<string, Track>();
  /** True if the file is that of a sub-agent. All of it is then a side chain. */
  private isSubagent: boolean | undefined;

  constructor(log: SessionLog) {
    super(log);
    this.messages = new ClaudeMessages(log);
  }

  read(record: Fields, at: RecordPosition): ReadFate {
    const type = textOf(record.type);
    if (type === undefined) return 'raw';
    if (type !== 'attachment' && METADATA.test(type)) return 'metadata';
    const uuid = textOf(record.uuid);
    // A resumed session repeats the records of the earlier one.
    if (uuid !== undefined && this.seen.has(uuid)) return 'duplicate';
    const fate = this.entry(record, type, uuid, at);
    if (uuid !== undefined && fate !== 'raw' && fate !== 'early') this.seen.set(uuid, at.record);
    return fate;
  }

  private entry(record: Fields, type: string, uuid: string | undefined, at: RecordPosition): ReadFate {
    if (type === 'attachment') return this.attachment(record, at);
    if (type !== 'user' && type !== 'assistant' && type !== 'system') return 'raw';
    const directory = textOf(record.cwd);
    if (directory !== undefined) this.log.skills.setDirectory(directory);
    if (type === 'system') return this.system(record, at);
    this.isSubagent ??= record.isSidechain === true;
    const track = record.isSidechain === true && !this.isSubagent ? this.sidechain(record, uuid) : this.log.main;
    return type === 'assistant'
      ? this.messages.assistant(record, track, at)
      : this.messages.user(record, track, track === this.log.main, at);
  }

  end(): void {
    for (const track of new Set(this.sidechains.values())) track.flush();
  }

  private attachment({ attachment: value, isSidechain }: Fields, at: RecordPosition): ReadFate {
    const attachment = fieldsOf(value);
    if (attachment.type === 'invoked_skills' && isSidechain !== true) return this.attachedAgain(attachment, at);
    this.log.skills.offer(namesInAttachment(attachment));
    return attachment.type === 'queued_command' && isSidechain !== true
      ? this.messages.queued(attachment, at)
      : 'metadata';
  }

  /** Reads the texts of skills that the client adds again after a compaction. */
  private attachedAgain({ skills }: Fields, at: RecordPosition): ReadFate {
    for (const { name, path } of listOf(skills).map(fieldsOf)) {
      const skill = textOf(name);
      const [, folder] = /^(\/.*|[A-Za-z]:\\.*)[\\/]SKILL\.md$/i.exec(textOf(path) ?? '') ?? [];
      if (skill !== undefined) this.log.recordSkillAgain(skill, folder, at);
    }
    return 'used';
  }

  private system(record: Fields, at: RecordPosition): ReadFate {
    if (record.subtype !== 'compact_boundary') return 'metadata';
    const { trigger, preTokens, preservedSegment } = fieldsOf(record.compactMetadata);
    const keptFrom = this.seen.get(textOf(fieldsOf(preservedSegment).headUuid) ?? '');
    this.messages.compaction(trigger, preTokens, keptFrom, at);
    return 'used';
  }

  /** Returns the track of the sub-agent that a record of the same file belongs to. */
  private sidechain(record: Fields, uuid: string | undefined): Track {
    const known =
      this.sidechains.get(textOf(record.parentUuid) ?? '') ?? this.sidechains.get(textOf(record.agentId) ?? '');
    const track = known ?? this.newSidechain(record);
    if (uuid !== undefined) this.sidechains.set(uuid, track);
    const agent = textOf(record.agentId);
    if (agent !== undefined) this.sidechains.set(agent, track);
    return track;
  }

  private newSidechain(record: Fields): Track {
    const prompt = textOf(fieldsOf(record.message).content);
    const calls = this.log.openCalls.filter(({ tool }) => isTask(tool));
    // A sub-agent can start others.
    const call =
      calls.find(({ args }) => textOf(fieldsOf(args).prompt) === prompt) ??
      calls.findLast(({ track }) => track === this.log.main);
    return call === undefined ? this.log.main : subagentTrack(this.log, call, textOf(record.agentId) ?? 'task');
  }
}

/** Reads the records of a sub-agent that are in a file of their own. */
class ClaudeSubagentReader implements SessionReader {
  private readonly messages: ClaudeMessages;
  private readonly track: Track;
  private readonly seen = new Set<string>();

  constructor(log: SessionLog, call: OpenCall | undefined, id: string) {
    this.messages = new ClaudeMessages(log);
    this.track = subagentTrack(log, call, id);
  }

  read(record: Fields, at: RecordPosition): ReadFate {
    const uuid = textOf(record.uuid);
    if (uuid !== undefined && this.seen.has(uuid)) return 'duplicate';
    const fate = this.entry(record, at);
    if (uuid !== undefined && fate !== 'raw' && fate !== 'early') this.seen.add(uuid);
    return fate;
  }

  private entry(record: Fields, at: RecordPosition): ReadFate {
    if (record.type === 'assistant') return this.messages.assistant(record, this.track, at);
    if (record.type === 'user') return this.messages.user(record, this.track, false, at);
    return METADATA.test(textOf(record.type) ?? '') || record.type === 'system' ? 'metadata' : 'raw';
  }

  end(): void {
    this.track.flush();
  }
}
