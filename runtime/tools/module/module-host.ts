import { defined } from '../../../skill/index.ts';
import { formatCount } from '../../text/count.ts';
import { type HostProcess, startHost } from './host-process.ts';
import type { FromHost, ToHost } from './protocol.ts';

/** Time limits of a module, in milliseconds. */
export interface ModuleLimits {
  readonly loadMs: number;
  readonly listMs: number;
  readonly executeMs: number;
  /** Number of restarts after its process exited unexpectedly. */
  readonly restarts: number;
}

const MODULE_LIMITS: ModuleLimits = { loadMs: 10_000, listMs: 10_000, executeMs: 300_000, restarts: 3 };

/** Number of notes about the module's output; the rest is discarded. */
const MAX_OUTPUT_NOTES = 50;

export interface ModuleHostOptions {
  /** The name in the agent's file. */
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
  /** Receives the module's output between model calls. */
  readonly note: (message: string) => void;
  readonly limits?: Partial<ModuleLimits>;
  /** Called before each load. Returns why it must not be loaded, for example because it changed after the approval. */
  readonly refuseLoading?: () => string | undefined;
}

/** The process's reply to a message. */
export type Reply =
  | Extract<FromHost, { type: 'tools' | 'approval' | 'done' | 'error' }>
  /** The process exited, or was ended because it took too long. */
  | { readonly type: 'ended'; readonly message: string };

interface PendingRequest {
  readonly settle: (reply: Reply) => void;
  readonly clock: { stop(): void; start(): void };
  readonly onEvent?: (message: FromHost) => void;
}

/**
 * The process of a module, as requests and replies. It starts with the first request, restarts if it exits unexpectedly,
 * and is ended if it takes too long. Nothing rejects: the end of the process is a reply.
 */
export class ModuleHost {
  readonly limits: ModuleLimits;
  private readonly options: ModuleHostOptions;
  private readonly pending = new Map<number, PendingRequest>();
  private host: { readonly process: HostProcess; readonly loaded: Promise<string | undefined> } | undefined;
  private lastId = 0;
  private starts = 0;
  private outputNotes = 0;
  private closed = false;
  /** The reason why the module has no tools from now on. */
  private permanentFailure: string | undefined;

  constructor(options: ModuleHostOptions) {
    this.options = options;
    this.limits = { ...MODULE_LIMITS, ...options.limits };
  }

  close(): void {
    this.closed = true;
    this.host?.process.kill();
  }

  /** Sends a message that has no reply. */
  send(message: ToHost): void {
    this.host?.process.send(message);
  }

  /** Suspends a request's time limit during `work`: the user's time does not count. */
  async withoutTimeout<T>(id: number, work: () => Promise<T>): Promise<T> {
    const clock = this.pending.get(id)?.clock;
    clock?.stop();
    try {
      return await work();
    } finally {
      if (this.pending.has(id)) clock?.start();
    }
  }

  /** Sends a message to the process, started if necessary, and waits for its reply. Never rejects. */
  async request(
    message: (id: number) => ToHost,
    limitMs: number,
    onEvent?: (message: FromHost) => void,
  ): Promise<{ readonly id: number; readonly reply: Reply }> {
    const id = ++this.lastId;
    const ended = (why: string): { id: number; reply: Reply } => ({ id, reply: { type: 'ended', message: why } });
    if (this.permanentFailure !== undefined) return ended(this.permanentFailure);
    if (this.closed) return ended('the run is over');
    if (this.host === undefined) this.permanentFailure = this.options.refuseLoading?.();
    if (this.permanentFailure !== undefined) return ended(this.permanentFailure);
    this.host ??= this.start();
    const { process, loaded } = this.host;
    const problem = await loaded;
    if (problem !== undefined) return ended(problem);
    return new Promise((resolve) => {
      const onTimeout = (): void => {
        const why = `it took longer than ${limitMs / 1000} s, and its process was ended`;
        this.settle(id, { type: 'ended', message: why });
        process.kill();
      };
      let timer = setTimeout(onTimeout, limitMs);
      const clock = {
        stop: () => clearTimeout(timer),
        start: () => {
          clearTimeout(timer);
          timer = setTimeout(onTimeout, limitMs);
        },
      };
      const settle = (reply: Reply): void => {
        clock.stop();
        resolve({ id, reply });
      };
      this.pending.set(id, defined({ settle, clock, onEvent }));
      if (!process.send(message(id))) this.settle(id, { type: 'ended', message: 'its process has exited' });
    });
  }

  private start(): { readonly process: HostProcess; readonly loaded: Promise<string | undefined> } {
    this.starts++;
    let settled = (_: string | undefined): void => undefined;
    const loaded = new Promise<string | undefined>((resolve) => {
      settled = resolve;
    });
    /** A failure to load is permanent. */
    const fail = (why: string): void => {
      this.permanentFailure ??= why;
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
      onOutput: (text) => {
        this.outputNotes++;
        if (this.closed || this.outputNotes > MAX_OUTPUT_NOTES) return;
        this.options.note(
          `${this.options.name} printed: ${text}${this.outputNotes === MAX_OUTPUT_NOTES ? ' (further output is discarded)' : ''}`,
        );
      },
      onExit: (why) => {
        clearTimeout(timer);
        if (!ready) fail(`its process ended while loading: ${why}`);
        this.host = undefined;
        if (this.closed || this.permanentFailure !== undefined) return this.settleAll(why);
        if (this.starts > this.limits.restarts)
          this.permanentFailure = `its process ended ${formatCount(this.starts, 'time')}`;
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
      this.pending.get(message.id)?.onEvent?.(message);
    else this.settle(message.id, message);
  }

  private settle(id: number, reply: Reply): void {
    const waiting = this.pending.get(id);
    this.pending.delete(id);
    waiting?.settle(reply);
  }

  private settleAll(why: string): void {
    for (const id of [...this.pending.keys()]) this.settle(id, { type: 'ended', message: why });
  }
}
