import { Event } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { ScriptDebugger, WaitingScript } from '../../loop/interfaces/script-debugger.ts';
import { inlineText } from '../../text/inline-text.ts';

/** Time that a client has to start the debugger of a script, in milliseconds. */
const START_MS = 60_000;

/** The way to start the debugger of a script: our extension on an event, or a client on a `startDebugging` request. */
type Starter = 'extension' | 'request' | 'none';

/** The way to the client. */
export interface ScriptClient {
  sendEvent(event: DebugProtocol.Event): void;
  sendRequest(command: string, args: object, timeout: number, done: (response: DebugProtocol.Response) => void): void;
  /** Prints a line in the debug console. */
  print(text: string): void;
}

/** The debuggers of the scripts that the user steps into, which are sessions of their own in the client. */
export class ScriptSessions implements Omit<ScriptDebugger, 'isWanted'> {
  private starter: Starter;
  private readonly client: ScriptClient;
  /** The scripts that wait for their debugger, by number. */
  private readonly waiting = new Map<number, WaitingScript>();
  private last = 0;

  constructor(starter: Starter, client: ScriptClient) {
    this.starter = starter;
    this.client = client;
  }

  /** @param takesRequests true if the client supports the `startDebugging` request */
  initialize(takesRequests: boolean): void {
    if (this.starter !== 'extension') this.starter = takesRequests ? 'request' : 'none';
  }

  readonly refusal = (): string | undefined =>
    this.starter === 'none'
      ? 'Step over the script instead: this editor cannot start a second debugger (startDebugging). It ran as one step.'
      : undefined;

  readonly onRefused = (message: string): void => this.client.print(inlineText(message));

  readonly onWaiting = (script: WaitingScript): void => {
    const number = ++this.last;
    this.waiting.set(number, script);
    const configuration = configurationOf(script);
    if (this.starter === 'extension') {
      this.client.sendEvent(new Event('skillwright/script', { script: number, configuration }));
      return;
    }
    const { request, ...rest } = configuration;
    this.client.sendRequest('startDebugging', { request, configuration: rest }, START_MS, ({ success }) =>
      this.settle(number, success),
    );
  };

  /** Ends the wait for the debugger of a script. Returns false if there is no such script. */
  settle(number: number, isStarted: boolean): boolean {
    const script = this.waiting.get(number);
    this.waiting.delete(number);
    if (script === undefined) return false;
    if (isStarted) return true;
    this.client.print(
      'Check that the debugger of JavaScript is enabled in this editor: it did not start. The script runs.',
    );
    script.release();
    return true;
  }
}

/** Returns the configuration of VS Code's debugger for JavaScript. Its files are shown where the user edits them. */
function configurationOf({ address, root, folder, path }: WaitingScript) {
  return {
    type: 'pwa-node',
    request: 'attach',
    name: `Script: ${path}`,
    websocketAddress: address,
    address: '127.0.0.1',
    port: Number(new URL(address).port),
    localRoot: root,
    remoteRoot: folder,
    cwd: root,
    continueOnAttach: false,
    autoAttachChildProcesses: false,
    skipFiles: ['<node_internals>/**'],
  };
}
