import * as vscode from 'vscode';
import { CONFIRM_ID } from '../../runtime/protocol/debug-messages.ts';
import { moveFromBehindPages } from '../editor/behind-pages.ts';
import { leavePage } from '../editor/leave-page.ts';
import type { RunManager } from '../runs/manager.ts';

interface ProtocolMessage {
  readonly type?: string;
  readonly seq?: number;
  readonly command?: string;
  readonly event?: string;
  readonly request_seq?: number;
  readonly body?: {
    readonly stackFrames?: readonly { readonly source?: { readonly path?: string } }[];
    readonly error?: { readonly id?: number; readonly variables?: { readonly _question?: string } };
  };
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
  /** The last request that goes back, which the user may have to confirm. */
  #rewind: ProtocolMessage | undefined;
  /** Resolves when all messages so far have been passed on. */
  #passed: Promise<void> = Promise.resolve();

  constructor(runs: RunManager, journal: string) {
    this.#runs = runs;
    this.#journal = journal;
    this.#subscriptions = vscode.Disposable.from(
      runs.onDidSendDebugMessage(({ journal: of, message }) => {
        if (of !== this.#journal) return;
        if ((message as ProtocolMessage).event === 'terminated') this.#hasEnded = true;
        this.#receive(message as ProtocolMessage);
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
    if (isRewind(message)) this.#rewind = message;
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

  /** Passes a message of the process on, or asks the user the question in it and repeats the request. */
  #receive(message: ProtocolMessage): void {
    const error = message.body?.error;
    const request = this.#rewind;
    if (error?.id === CONFIRM_ID && request !== undefined && message.request_seq === request.seq)
      void this.#confirm(request, error.variables?._question ?? '');
    else this.#pass(message);
  }

  async #confirm(request: ProtocolMessage, question: string): Promise<void> {
    const goBack = 'Go Back';
    const options = { modal: true, detail: question };
    // A window that cannot show the question, as in tests, must not leave the request unanswered.
    const choice = await vscode.window
      .showWarningMessage('Go back in this run?', options, goBack)
      .then(undefined, () => undefined);
    if (choice === goBack) return this.handleMessage(request as vscode.DebugProtocolMessage);
    const { seq, command } = request;
    this.#send({ type: 'response', request_seq: seq, command, success: false, message: 'The run stays where it is.' });
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

/** True for a request after which the run continues from an earlier step. */
function isRewind({ command = '' }: ProtocolMessage): boolean {
  return ['stepBack', 'reverseContinue', 'restartFrame'].includes(command);
}

/** Prepares the window for a message after which VS Code may open the file of a frame, so that it does not cover a page. */
async function prepareWindow({ event, command, body }: ProtocolMessage): Promise<void> {
  if (event === 'stopped') await leavePage();
  if (command !== 'stackTrace') return;
  const paths = new Set(body?.stackFrames?.flatMap(({ source }) => source?.path ?? []));
  await moveFromBehindPages((uri) => paths.has(uri.fsPath) || paths.has(uri.toString()));
}
