import { beforeEach, expect, it, vi } from 'vitest';
import { CONFIRM_ID } from '../../runtime/protocol/debug-messages.ts';
import type { RunManager } from '../runs/manager.ts';

// The files of the unit suite share their modules, and other ones mock these too.
vi.hoisted(() => vi.resetModules());
const host = vi.hoisted(() => ({ choice: undefined as string | undefined, asked: [] as unknown[] }));

vi.mock('vscode', () => {
  class EventEmitter {
    private readonly listeners: ((value: unknown) => void)[] = [];
    readonly event = (listener: (value: unknown) => void) => {
      this.listeners.push(listener);
      return { dispose: () => undefined };
    };
    fire(value: unknown): void {
      for (const listener of this.listeners) listener(value);
    }
  }
  const window = {
    showWarningMessage: async (...args: readonly unknown[]) => {
      host.asked.push(args);
      return host.choice;
    },
  };
  return { EventEmitter, Disposable: { from: () => ({ dispose: () => undefined }) }, window };
});
vi.mock('../editor/behind-pages.ts', () => ({ moveFromBehindPages: async () => undefined }));
vi.mock('../editor/leave-page.ts', () => ({ leavePage: async () => undefined }));

const { RunDebugAdapter } = await import('./run-adapter.ts');

beforeEach(() => void Object.assign(host, { choice: undefined, asked: [] }));

/** An adapter whose process asks for a confirmation of the first request. */
function openAdapter() {
  const sent: object[] = [];
  const received: object[] = [];
  let receive = (_message: object): void => undefined;
  const runs = {
    onDidSendDebugMessage: (listener: (sending: { journal: string; message: object }) => void) => {
      receive = (message) => listener({ journal: '/j', message });
      return { dispose: () => undefined };
    },
    onDidReplace: () => ({ dispose: () => undefined }),
    onDidChange: () => ({ dispose: () => undefined }),
    find: () => ({}),
    sendDebugMessage: (_journal: string, message: { seq: number; command: string }) => {
      sent.push(message);
      const { seq: request_seq, command } = message;
      const response = { seq: sent.length, type: 'response', request_seq, command };
      const error = { id: CONFIRM_ID, variables: { _question: 'Check the server.' } };
      receive(sent.length === 1 ? { ...response, success: false, body: { error } } : { ...response, success: true });
    },
  };
  const adapter = new RunDebugAdapter(runs as unknown as RunManager, '/j');
  adapter.onDidSendMessage((message) => received.push(message));
  const back = { seq: 7, type: 'request', command: 'stepBack', arguments: { threadId: 1 } };
  adapter.handleMessage(back as never);
  return { sent, received, back };
}

it('asks before a run goes back whose effects remain, and repeats the request', async () => {
  host.choice = 'Go Back';
  const { sent, received, back } = openAdapter();
  await vi.waitFor(() => expect(received).toHaveLength(1));
  expect(host.asked).toEqual([['Go back in this run?', { modal: true, detail: 'Check the server.' }, 'Go Back']]);
  expect(sent).toEqual([back, back]);
  expect(received).toMatchObject([{ request_seq: 7, success: true }]);
});

it('stays where it is if the user cancels', async () => {
  const { sent, received } = openAdapter();
  await vi.waitFor(() => expect(received).toHaveLength(1));
  expect(sent).toHaveLength(1);
  expect(received).toMatchObject([{ request_seq: 7, success: false, message: 'The run stays where it is.' }]);
});
