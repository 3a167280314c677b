import { join } from 'node:path';
import { requestReader } from '../export/requests.ts';
import { readJournal } from '../journal/reader.ts';
import { redactorOf } from '../journal/redact.ts';
import { JOURNAL_FILE } from '../journal/writer.ts';
import type { AnyEvent } from '../otlp/event-fields.ts';
import { SpanBuilder } from '../otlp/span-builder.ts';
import type { RunEvent, RunReason } from '../protocol/events.ts';
import { withPayloads } from '../run/restore.ts';
import { redactSession } from '../sessions/redact-session.ts';
import { formatCount } from '../text/count.ts';
import type { OtlpEndpoint } from './endpoint.ts';
import { type SendResult, SpanSender } from './span-sender.ts';

/** Time for the last spans of a run, in milliseconds; a run that the user stopped ends within 200. */
const CLOSE_MS = 1_500;
const CANCELLED_CLOSE_MS = 50;

export interface PushOptions {
  readonly endpoint: OtlpEndpoint;
  readonly run: string;
  /** Absolute path of the folder of the run, which contains its payloads. */
  readonly folder: string;
}

/** Redacts keys in well-known formats. Known secrets are already redacted in the journal. */
const REDACTOR = redactorOf([]);

/** Opens the connection to an OTLP endpoint for a run that is starting. */
export function openPush(options: PushOptions): RunPush {
  return new RunPush(options);
}

/** Sends a run to an OTLP endpoint while it is in progress. */
export class RunPush {
  private readonly endpoint: OtlpEndpoint;
  private readonly folder: string;
  private readonly builder: SpanBuilder;
  private readonly sender: SpanSender;
  private readonly events: RunEvent[] = [];
  private isScheduled = false;
  private hasBegun = false;

  constructor({ endpoint, run, folder }: PushOptions) {
    this.folder = folder;
    this.endpoint = endpoint;
    this.builder = new SpanBuilder({ run, requestOf: requestReader(folder, REDACTOR) });
    this.sender = new SpanSender(endpoint);
  }

  /** Adds an event of the journal. It is converted later, when the run waits for its model or a tool. */
  add(event: RunEvent): void {
    this.events.push(event);
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.convert();
    });
  }

  /**
   * Sends what remains, in at most 1.5 s, whatever the endpoint does.
   * @returns a message if spans were lost
   */
  async close(reason: RunReason): Promise<string | undefined> {
    this.convert();
    this.sender.add(this.builder.finish());
    return describeProblem(
      await this.sender.close(reason === 'cancelled' ? CANCELLED_CLOSE_MS : CLOSE_MS),
      this.endpoint,
    );
  }

  private convert(): void {
    const [first] = this.events;
    if (first !== undefined && !this.hasBegun) this.restore(first.seq);
    for (const event of this.events.splice(0)) this.sender.add(this.builder.add(this.complete(event)));
  }

  /** Reads the events before the first new one, if the run is resumed. */
  private restore(firstSeq: number): void {
    this.hasBegun = true;
    if (firstSeq === 1) return;
    const { events } = readJournal(join(this.folder, JOURNAL_FILE));
    try {
      this.builder.restore(events.filter(({ seq }) => seq < firstSeq).map((event) => this.complete(event)));
    } catch {
      // A journal is untrusted: without the events before, the new spans are still sent.
    }
  }

  private complete(event: RunEvent): AnyEvent {
    return redactSession(withPayloads(event, this.folder), REDACTOR) as unknown as AnyEvent;
  }
}

/** Describes spans that could not be sent; undefined if all were. */
function describeProblem({ dropped, sent, problem }: SendResult, { url }: OtlpEndpoint): string | undefined {
  if (dropped === 0) return undefined;
  const { origin } = new URL(url);
  return `Check the OTLP endpoint ${origin}: ${dropped} of ${formatCount(dropped + sent, 'span')} ${dropped === 1 ? 'was' : 'were'} not sent, ${problem ?? 'there were too many'}.`;
}
