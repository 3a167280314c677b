/**
 * Reads the rows of the event table in opencode's database, as lines. There is an event for each change of a message or of
 * one of its parts; only the last change of each is used.
 *
 * Skips what an export omits, messages that the user removed, and other kinds of events, which contain the same data.
 */

import { type Fields, fieldsOf, isFields, parseJsonOrText, textOf } from '../../text/values.ts';
import { LogReader, type SessionFormat, type Survey } from '../log/format.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';
import type { SessionLog } from '../log/session-log.ts';
import { OpencodeReader } from './opencode.ts';

const TYPE = /^(?:message\.(?:part\.)?(?:updated|removed)|session\.\w+(?:\.\w+)*)\.\d+$/;

export const opencodeEvents: SessionFormat = {
  id: 'opencode-events',
  title: 'opencode (events of its database)',
  client: 'opencode',
  detect: ({ records }) =>
    records.some(({ aggregate_id: id, type }) => /^ses_/.test(textOf(id) ?? '') && TYPE.test(textOf(type) ?? '')),
  time(record) {
    const { time, info, part, timestamp } = dataOf(record);
    const times = fieldsOf(fieldsOf(info).time);
    return (
      time ?? timestamp ?? fieldsOf(fieldsOf(part).time).start ?? times.updated ?? times.completed ?? times.created
    );
  },
  session: (record) => textOf(record.aggregate_id),
  survey: () => new LastChanges(),
  open: (log, survey) => new EventReader(log, survey instanceof LastChanges ? survey : new LastChanges()),
};

/** Finds the last change of each message and part. */
class LastChanges implements Survey {
  /** Messages with their last content. A message is read at its first record, because its parts follow. */
  readonly messages = new Map<string, { readonly first: number; info: Fields; hasUsage: boolean }>();
  /** The record with the last change of each part. */
  readonly parts = new Map<string, number>();

  note(record: Fields, number: number): void {
    const { info, part, messageID, partID } = dataOf(record);
    const type = textOf(record.type) ?? '';
    if (type.startsWith('message.removed')) this.messages.delete(textOf(messageID) ?? '');
    else if (type.startsWith('message.part.removed')) this.parts.delete(textOf(partID) ?? '');
    else if (type.startsWith('message.part.updated')) this.part(fieldsOf(part), number);
    else if (type.startsWith('message.updated')) this.message(fieldsOf(info), number);
  }

  private message(info: Fields, number: number): void {
    const id = textOf(info.id) ?? '';
    const known = this.messages.get(id);
    if (known === undefined) this.messages.set(id, { first: number, info, hasUsage: false });
    else known.info = info;
  }

  private part(part: Fields, number: number): void {
    this.parts.set(textOf(part.id) ?? '', number);
    const message = this.messages.get(textOf(part.messageID) ?? '');
    if (part.type === 'step-finish' && message !== undefined) message.hasUsage = true;
  }
}

class EventReader extends LogReader {
  private readonly reader: OpencodeReader;
  private readonly changes: LastChanges;

  constructor(log: SessionLog, changes: LastChanges) {
    super(log);
    this.reader = new OpencodeReader(log);
    this.changes = changes;
  }

  read(record: Fields, at: RecordPosition): ReadFate {
    const type = textOf(record.type) ?? '';
    const { info, part } = dataOf(record);
    if (type.startsWith('message.updated') && isFields(info)) {
      const message = this.changes.messages.get(textOf(info.id) ?? '');
      if (message?.first !== at.record) return 'duplicate';
      return this.reader.read({ message: message.info, hasUsage: message.hasUsage }, at);
    }
    if (type.startsWith('message.part.updated') && isFields(part)) {
      const message = this.changes.messages.get(textOf(part.messageID) ?? '');
      if (this.changes.parts.get(textOf(part.id) ?? '') !== at.record || message === undefined) return 'duplicate';
      return this.reader.read({ part, message: message.info }, at);
    }
    if (/^session\.(?:created|updated)\./.test(type) && isFields(info)) return this.reader.read({ info }, at);
    return TYPE.test(type) ? 'metadata' : 'raw';
  }
}

/** The data of a row: an object, or JSON text as it is in the table. */
function dataOf({ data }: Fields): Fields {
  return fieldsOf(typeof data === 'string' ? parseJsonOrText(data) : data);
}
