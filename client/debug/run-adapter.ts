import * as vscode from 'vscode';
import { moveFromBehindPages } from '../editor/behind-pages.ts';
import { leavePage } from '../editor/leave-page.ts';
import type { RunManager } from '../runs/manager.ts';

interface ProtocolMessage {
  readonly type?: string;
  readonly seq?: number;
  readonly command?: string;
  readonly event?: string;
  readonly body?: { readonly stackFrames?: readonly { readonly source?: { readonly path?: string } }[] };
}

/** The client's half of the debug adapter of a run: passes messages to the run's process and back. */
export class RunDebugAdapter implements vscode.DebugAdapter {
  readonly #messages = new vscode.EventEmitter<vscode.DebugProtocolMessage>();
  readonly onDidSendMessage = this.#messages.event;
  readonly #runs: RunManager;
  #journal: string;
  readonly #subscriptions: vscode.Disposable;
  #hasEnded = false;
  #seq = 1_000_000_000;
  /** Resolves when all messages so far have been passed on. */
  #passed: Promise<void> = Promise.resolve();

  constructor(runs: RunManager, journal: string) {
    this.#runs = runs;
    this.#journal = journal;
    this.#subscriptions = vscode.Disposable.from(
      runs.onDidSendDebugMessage(({ journal: of, message }) => {
        if (of !== this.#journal) return;
        if ((message as ProtocolMessage).event === 'terminated') this.#hasEnded = true;
        this.#pass(message as ProtocolMessage);
      }),
      runs.onDidReplace(({ from, to }) => {
        if (from === this.#journal) this.#journal = to;
      }),
      // A process that was killed says nothing.
      runs.onDidChange(() => this.#checkEnd()),
    );
  }

  handleMessage(message: vscode.DebugProtocolMessage): void {
    this.#checkEnd();
    if (this.#hasEnded) this.#reply(message as ProtocolMessage);
    else this.#runs.sendDebugMessage(this.#journal, message);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#messages.dispose();
  }

  #checkEnd(): void {
    if (this.#hasEnded || this.#runs.find(this.#journal) !== undefined) return;
    this.#hasEnded = true;
    this.#send({ type: 'event', event: 'terminated' });
  }

  /** Answers a request in place of the process, which has ended or is about to. */
  #reply({ type, seq, command }: ProtocolMessage): void {
    if (type !== 'request') return;
    const success = command === 'disconnect' || command === 'terminate';
    const why = success ? {} : { message: 'The run has ended.' };
    this.#send({ type: 'response', request_seq: seq, command, success, ...why });
  }

  #send(message: object): void {
    this.#pass({ seq: this.#seq++, ...message });
  }

  /** Passes a message on, in order. */
  #pass(message: ProtocolMessage): void {
    this.#passed = this.#passed.then(async () => {
      await prepareWindow(message).catch(() => undefined);
      this.#messages.fire(message as vscode.DebugProtocolMessage);
    });
  }
}

/** Prepares the window for a message after which VS Code may open the file of a frame, so that it does not cover a page. */
async function prepareWindow({ event, command, body }: ProtocolMessage): Promise<void> {
  if (event === 'stopped') await leavePage();
  if (command !== 'stackTrace') return;
  const paths = new Set(body?.stackFrames?.flatMap(({ source }) => source?.path ?? []));
  await moveFromBehindPages((uri) => paths.has(uri.fsPath) || paths.has(uri.toString()));
}
