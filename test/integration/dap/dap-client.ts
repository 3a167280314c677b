import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { DebugClient } from '@vscode/debugadapter-testsupport';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { onTestFinished } from 'vitest';
import { serve } from '../../../runtime/cli/dap.ts';
import { MessageFrames } from '../../../runtime/debug/dap/message-frames.ts';
import { CLI } from '../run-support.ts';

/** Time that a message may take on a busy machine, in milliseconds. */
const PATIENCE_MS = 60_000;

/** Options of a test that require a process if set. */
export interface DapOptions {
  /** Always use a process, for tests of how it starts and ends. */
  readonly process?: true;
  /** Added to that of the process. */
  readonly environment?: Record<string, string>;
}

/** A debug adapter. */
interface Adapter {
  readonly input: Writable;
  readonly output: Readable;
  /** Resolves when its session has ended, and its process has exited if it has one. */
  readonly exited: Promise<void>;
}

/** Starts `skillwright dap --stdio` in a folder. */
function startProcess(cwd: string, environment: Record<string, string>): Adapter {
  const env = { ...process.env, SKILLWRIGHT_SIMULATED_DELAY: '0', XDG_CONFIG_HOME: join(tmpdir(), 'sw-no-settings') };
  Object.assign(env, environment);
  const child = spawn(process.execPath, [CLI, 'dap', '--stdio'], { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.on('error', () => undefined);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return { input: child.stdin, output: child.stdout, exited };
}

/** Serves the same adapter in this process, whose folder is this one until the end of the test. */
function serveHere(cwd: string): Adapter {
  const before = process.cwd();
  onTestFinished(() => process.chdir(before));
  process.chdir(cwd);
  const [input, output] = [new PassThrough(), new PassThrough()];
  const exited = new Promise<void>((exit) => void serve({ input, output, exit }));
  return { input, output, exited };
}

/** A client of `skillwright dap --stdio`. */
export class DapClient extends DebugClient {
  /** All events so far. */
  readonly events: DebugProtocol.Event[] = [];
  /** Resolves when the session has ended, and the process has exited if there is one. */
  exited: Promise<void> = Promise.resolve();
  private stopsSeen = 0;
  private input: Writable | undefined;

  /**
   * Starts the adapter in a folder: in this process, which takes a fraction of the processor time, or as one of its own if
   * an option is set. It ends with the test.
   */
  static open(cwd: string, { process: ownProcess, environment }: DapOptions = {}): DapClient {
    const client = new DapClient('', '', 'skillwright');
    client.defaultTimeout = PATIENCE_MS;
    const { input, output, exited } = ownProcess || environment ? startProcess(cwd, environment ?? {}) : serveHere(cwd);
    client.exited = exited;
    for (const name of ['stopped', 'output', 'terminated', 'thread', 'skillwright/run', 'continued'])
      client.on(name, (event: DebugProtocol.Event) => client.events.push(event));
    client.input = input;
    // The base class does not read requests of the adapter.
    const frames = output.pipe(new MessageFrames(() => undefined));
    frames.on('data', (part: Buffer) => {
      const text = part.toString();
      const message = text.startsWith('{') ? (JSON.parse(text) as DebugProtocol.Request) : undefined;
      if (message?.type === 'request') client.emit(message.command, message);
    });
    client.connect(output, input);
    onTestFinished(async () => {
      input.end();
      await exited;
    });
    return client;
  }

  /** Initializes, sets breakpoints with `configure`, and launches. Resolves when the run has started. */
  async begin(
    launch: object,
    configure: () => Promise<unknown> = async () => undefined,
    supports: object = {},
  ): Promise<void> {
    const initialized = this.waitForEvent('initialized');
    await this.initializeRequest({ adapterID: 'skillwright', linesStartAt1: true, pathFormat: 'path', ...supports });
    await initialized;
    await configure();
    await this.launchRequest(launch as DebugProtocol.LaunchRequestArguments);
    await this.configurationDoneRequest();
  }

  /** Answers a request of the adapter. */
  answer({ seq, command }: DebugProtocol.Request, success: boolean): void {
    const json = JSON.stringify({ type: 'response', seq: 0, request_seq: seq, command, success });
    this.sendText(json);
  }

  /** Sends a message as it is, whatever it is. */
  sendText(text: string): void {
    this.input?.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  /** Waits for the next stop that no earlier call has returned. */
  async nextStop(): Promise<DebugProtocol.StoppedEvent['body']> {
    const index = this.stopsSeen++;
    await this.until(() => this.stops.length > index);
    const stop = this.stops[index];
    if (stop === undefined) throw new Error('There is no further stop.');
    return stop.body;
  }

  /** Continues, and waits until the run has ended. */
  async finish(): Promise<void> {
    await this.continueRequest({ threadId: 1 });
    await this.ended();
  }

  /** Goes back with a request, and confirms it if effects of the run remain. */
  async goBack(command: 'stepBack' | 'reverseContinue' | 'restartFrame', args: object): Promise<void> {
    const confirm = (error: Error): Promise<unknown> => {
      if (!error.message.includes('not undone')) throw error;
      return this.customRequest(command, args);
    };
    await this.customRequest(command, args).catch(confirm);
  }

  /** Waits until the run has ended. */
  ended(): Promise<void> {
    return this.until(() => this.events.some(({ event }) => event === 'terminated'));
  }

  /** Waits until a text was printed. */
  printed(text: string): Promise<void> {
    return this.until(() => this.output.includes(text));
  }

  /** Sends a `setExpression` request, which the base class lacks. */
  setExpressionRequest(expression: string, value: string): Promise<DebugProtocol.Response> {
    return this.customRequest('setExpression', { expression, value });
  }

  /** Returns the frames of a thread. */
  async frames(threadId = 1): Promise<readonly DebugProtocol.StackFrame[]> {
    return (await this.stackTraceRequest({ threadId })).body.stackFrames;
  }

  /** Returns the variables of a scope of the top frame, and the reference of the scope. */
  async scope(name: string, threadId = 1) {
    const [top] = await this.frames(threadId);
    const { scopes } = (await this.scopesRequest({ frameId: top?.id ?? 0 })).body;
    const reference = scopes.find((scope) => scope.name === name)?.variablesReference ?? 0;
    const { variables } = (await this.variablesRequest({ variablesReference: reference })).body;
    return { reference, values: Object.fromEntries(variables.map(({ name: key, value }) => [key, value])) };
  }

  /** Evaluates an expression in the debug console. */
  async value(expression: string): Promise<string> {
    return (await this.evaluateRequest({ expression, context: 'repl' })).body.result;
  }

  /** The journal of the run. */
  get journal(): string {
    const started = this.events.find(({ event }) => event === 'skillwright/run');
    if (started === undefined) throw new Error('No run was started.');
    return (started.body as { journal: string }).journal;
  }

  /** Everything that was printed. */
  get output(): string {
    return this.events.flatMap(({ event, body }) => (event === 'output' ? [body.output as string] : [])).join('');
  }

  private get stops(): readonly DebugProtocol.StoppedEvent[] {
    return this.events.filter((event): event is DebugProtocol.StoppedEvent => event.event === 'stopped');
  }

  private until(isTrue: () => boolean): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (isTrue()) resolve();
        else if (performance.now() > end)
          reject(new Error(`The wait timed out. Events: ${JSON.stringify(this.events.slice(-5))}`));
        else setTimeout(look, 5);
      };
      look();
    });
  }
}
