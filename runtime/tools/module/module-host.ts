import { type HostProcess, startHost } from './process.ts';
import type { FromHost, ToHost } from './protocol.ts';

/** Times that a module may take, in milliseconds. */
export interface ModuleLimits {
  readonly loadMs: number;
  readonly listMs: number;
  readonly executeMs: number;
  /** How often its process is started anew after it ended by itself. */
  readonly restarts: number;
}

const MODULE_LIMITS: ModuleLimits = { loadMs: 10_000, listMs: 10_000, executeMs: 300_000, restarts: 3 };

/** How often what a module prints is noted; the rest is dropped. */
const NOTED = 50;

export interface ModuleHostOptions {
  /** As it stands in the agent's file. */
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
  /** Told between model calls what the module printed. */
  readonly note: (message: string) => void;
  readonly limits?: Partial<ModuleLimits>;
  /** Asked each time before it is loaded: why it must not be, as where it has changed since a person approved it. */
  readonly holds?: () => string | undefined;
}

/** What the process answered to one message. */
export type Reply =
  | Extract<FromHost, { type: 'tools' | 'approval' | 'done' | 'error' }>
  /** The process ended, or was ended because it took too long. */
  | { readonly type: 'gone'; readonly message: string };

interface Waiting {
  readonly settle: (reply: Reply) => void;
  readonly clock: { stop(): void; start(): void };
  readonly onEvent?: (message: FromHost) => void;
}

/**
 * The process that holds a module, as its messages: started when the first is sent, started anew where it ended by itself,
 * ended where it takes too long. Nothing here rejects: a process that is gone is a reply.
 */
export class ModuleHost {
  readonly limits: ModuleLimits;
  private readonly options: ModuleHostOptions;
  private readonly waiting = new Map<number, Waiting>();
  private host: { readonly process: HostProcess; readonly loaded: Promise<string | undefined> } | undefined;
  private next = 0;
  private starts = 0;
  private printed = 0;
  private closed = false;
  /** Why there are no tools any more. */
  private given: string | undefined;

  constructor(options: ModuleHostOptions) {
    this.options = options;
    this.limits = { ...MODULE_LIMITS, ...options.limits };
  }

  close(): void {
    this.closed = true;
    this.host?.process.kill();
  }

  /** Tells the process something that it does not reply to. */
  tell(message: ToHost): void {
    this.host?.process.send(message);
  }

  /** Stops the clock of a request while `work` goes on: the time that a person takes is not the module's. */
  async untimed<T>(id: number, work: () => Promise<T>): Promise<T> {
    const clock = this.waiting.get(id)?.clock;
    clock?.stop();
    try {
      return await work();
    } finally {
      if (this.waiting.has(id)) clock?.start();
    }
  }

  /** Sends a message to the process, which is started where there is none, and waits for its reply. Never rejects. */
  async request(
    message: (id: number) => ToHost,
    limitMs: number,
    onEvent?: (message: FromHost) => void,
  ): Promise<{ readonly id: number; readonly reply: Reply }> {
    const id = ++this.next;
    const gone = (why: string): { id: number; reply: Reply } => ({ id, reply: { type: 'gone', message: why } });
    if (this.given !== undefined) return gone(this.given);
    if (this.closed) return gone('the run is over');
    if (this.host === undefined) this.given = this.options.holds?.();
    if (this.given !== undefined) return gone(this.given);
    this.host ??= this.start();
    const { process, loaded } = this.host;
    const problem = await loaded;
    if (problem !== undefined) return gone(problem);
    return new Promise((resolve) => {
      const late = (): void => {
        const why = `it took longer than ${limitMs / 1000} s, and its process was ended`;
        this.settle(id, { type: 'gone', message: why });
        process.kill();
      };
      let timer = setTimeout(late, limitMs);
      const clock = {
        stop: () => clearTimeout(timer),
        start: () => {
          clearTimeout(timer);
          timer = setTimeout(late, limitMs);
        },
      };
      const settle = (reply: Reply): void => {
        clock.stop();
        resolve({ id, reply });
      };
      this.waiting.set(id, { settle, clock, ...(onEvent === undefined ? {} : { onEvent }) });
      if (!process.send(message(id))) this.settle(id, { type: 'gone', message: 'its process is gone' });
    });
  }

  private start(): { readonly process: HostProcess; readonly loaded: Promise<string | undefined> } {
    this.starts++;
    let settled = (_: string | undefined): void => undefined;
    const loaded = new Promise<string | undefined>((resolve) => {
      settled = resolve;
    });
    /** Whatever is wrong with loading will be wrong again. */
    const fail = (why: string): void => {
      this.given ??= why;
      settled(why);
    };
    const timer = setTimeout(() => {
      fail(`loading took longer than ${this.limits.loadMs / 1000} s, and its process was ended`);
      process.kill();
    }, this.limits.loadMs);
    let ready = false;
    const process = startHost(this.options.file, {
      onMessage: (message) => {
        if (message.type === 'loaded' || message.type === 'failed') {
          clearTimeout(timer);
          ready = message.type === 'loaded';
          if (message.type === 'failed') fail(message.message);
          else settled(undefined);
        } else this.receive(message);
      },
      onPrinted: (text) => {
        this.printed++;
        if (this.closed || this.printed > NOTED) return;
        this.options.note(
          `${this.options.name} printed: ${text}${this.printed === NOTED ? ' (the rest is dropped)' : ''}`,
        );
      },
      onGone: (why) => {
        clearTimeout(timer);
        if (!ready) fail(`its process ended while loading: ${why}`);
        this.host = undefined;
        if (this.closed || this.given !== undefined) return this.settleAll(why);
        if (this.starts > this.limits.restarts) this.given = `its process ended ${this.starts} times`;
        this.options.note(`${this.options.name}: its process ended: ${why}.`);
        this.settleAll(`its process ended: ${why}`);
      },
    });
    process.send({ type: 'load', file: this.options.file });
    return { process, loaded };
  }

  private receive(message: FromHost): void {
    if (!('id' in message)) return;
    if (message.type === 'state' || message.type === 'skip' || message.type === 'read-only' || message.type === 'ask')
      this.waiting.get(message.id)?.onEvent?.(message);
    else this.settle(message.id, message);
  }

  private settle(id: number, reply: Reply): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    waiting?.settle(reply);
  }

  private settleAll(why: string): void {
    for (const id of [...this.waiting.keys()]) this.settle(id, { type: 'gone', message: why });
  }
}
