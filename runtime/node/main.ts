/**
 * The process that the extension forks for one run. It sends the run's events to the extension and receives answers, over
 * JSON-RPC on the IPC channel. It ends with the run, and when the extension exits.
 */
import {
  type CancellationToken,
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  ResponseError,
} from 'vscode-jsonrpc/node';
import { defined } from '../../skill/index.ts';
import type { DebugAdapter } from '../debug/dap/adapter.ts';
import type { StartedRun } from '../debug/dap/adapter-options.ts';
import { messageOf } from '../errors.ts';
import { redactorOf } from '../journal/redact.ts';
import { secretsOfEnvironment } from '../journal/secret-sources.ts';
import { useEditorAdvice } from '../models/keys/key-advice.ts';
import { useNetwork } from '../network/use-network.ts';
import { ForkRun, type ForkRunParams } from '../protocol/fork.ts';
import {
  AnswerPause,
  CancelRun,
  LeaveRun,
  type OtlpTarget,
  PauseRun,
  PromptRun,
  ResumeRun,
  RunReplaced,
  type StartRefused,
  StartRun,
  type StartRunParams,
  type StartRunResult,
  UseEnvironment,
  UseNetwork,
} from '../protocol/rpc.ts';
import { Interruption } from '../run/interruption.ts';
import type { RunObserver } from '../run/run-spec.ts';
import { Batcher } from './batcher.ts';
import { openDebug } from './debug-link.ts';
import { EditorHost } from './editor-host.ts';
import { editorLink } from './editor-link.ts';
import { type EditorPush, editorPush } from './editor-push.ts';
import { answerEvalQueries } from './eval-queries.ts';
import { openPausing } from './pausing.ts';
import { answerQueries } from './queries.ts';
import {
  type EditorStart,
  forkFromEditor,
  type ObserverOf,
  promptFromEditor,
  replyOf,
  resumeFromEditor,
  rewindFromEditor,
  startFromEditor,
} from './start.ts';

/** Time that an interrupted run has for its last events and for ending its scripts, in milliseconds. */
const SHUTDOWN_MS = 300;
/**
 * Time between closing the channel and exiting, in milliseconds: the parent may notice the exit before it has read the
 * channel.
 */
const DRAIN_MS = 100;
const INVALID_PARAMS = -32602;

/** The fields of a request that must never be shown. */
interface WithSecrets {
  readonly apiKey?: string;
  readonly keys?: Readonly<Record<string, string>>;
  readonly credential?: string;
}

const controller = new AbortController();
const host = new EditorHost();
/** Keys and credentials of this process, which must not reach the log through standard error. */
const secrets = [...secretsOfEnvironment(process.env)];
const connection = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
const events = new Batcher(connection);
const editor = editorLink(connection);
let started = false;
let hasLeft = false;

/** Ends this process such that its run can be resumed. If its parent was killed, a busy child only gets `disconnect`. */
function interrupt(by: Interruption['by']): void {
  controller.abort(new Interruption(by));
  setTimeout(() => process.exit(0), SHUTDOWN_MS);
}

/** Handles that the user has left. A run that waits for them ends as paused, any other is interrupted. */
function leave(): void {
  // Called for the message, and again when the channel closes.
  if (hasLeft) return;
  hasLeft = true;
  if (host.leave()) setTimeout(() => interrupt('window'), SHUTDOWN_MS).unref();
  else interrupt('window');
}

function addSecrets({ apiKey, keys = {}, credential }: WithSecrets): void {
  for (const secret of [apiKey, credential, ...Object.values(keys)]) if (secret !== undefined) secrets.push(secret);
}

function redact(text: string): string {
  return redactorOf(secrets).text(text);
}

/** The part of a request to start, resume or fork a run that does not depend on its kind. */
type RunTarget = OtlpTarget & Pick<StartRunParams, 'runs' | 'debug' | 'apiKey' | 'keys' | 'requireSandbox' | 'trusted'>;

/** The run that is debugged, which a fork can replace. */
let debuggedRun: StartedRun | undefined;

/** Returns an observer that also sends the events to the extension, and that ends with this process. */
function linked(observer: RunObserver, push: EditorPush | undefined): RunObserver {
  return {
    ...observer,
    signal: AbortSignal.any([controller.signal, observer.signal]),
    ...defined<Partial<RunObserver>>({ onBegin: push === undefined ? undefined : (id) => push.begin(id) }),
    onEvent: (event) => {
      events.add(event);
      push?.add(event);
      observer.onEvent(event);
    },
  };
}

/** Opens the debugger of a run. If it goes back, a fork replaces the run in this process. */
async function openDebugOf(target: RunTarget): Promise<DebugAdapter> {
  const { runs, apiKey, keys, requireSandbox, trusted } = target;
  const debug = await openDebug(connection, {
    host,
    cancel: () => controller.abort(),
    prepareRewind: async (at) => {
      if (debuggedRun === undefined) return 'Try again when the run has started.';
      const push = await editorPush(target);
      const params: ForkRunParams = defined({
        run: debuggedRun.run,
        runs,
        at,
        trusted,
        apiKey,
        keys,
        requireSandbox,
      });
      return rewindFromEditor(params, editor, async (startFork, observer) => {
        await events.drained();
        const started = startFork(linked(observer, push));
        if (started.kind === 'failed') {
          setTimeout(() => interrupt('window'), DRAIN_MS);
          return started;
        }
        const { run, journal } = started;
        debuggedRun = started;
        // Its events, which the batcher has not sent yet, follow this message.
        connection.sendNotification(RunReplaced, { run, journal }).catch(() => undefined);
        void endWith(started, push, debug);
        return started;
      });
    },
  });
  return debug;
}

/** Ends this process with its run, unless a fork replaces it. */
async function endWith(run: StartedRun, push: EditorPush | undefined, debug: DebugAdapter | undefined): Promise<void> {
  const { reason } = await run.finished;
  if (debug?.isReplaced(run.finished) === true) {
    await push?.close(reason);
    return;
  }
  await events.drained();
  await push?.close(reason);
  process.removeListener('disconnect', leave);
  if (process.connected) process.disconnect();
  setTimeout(() => process.exit(0), DRAIN_MS);
}

async function begin(
  token: CancellationToken,
  target: RunTarget,
  start: (observerOf: ObserverOf) => Promise<EditorStart>,
): Promise<StartRunResult | ResponseError<StartRefused>> {
  if (started) return new ResponseError(INVALID_PARAMS, 'This process already has a run.');
  started = true;
  // The token of a request that was cancelled before it was handled never fires its event.
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  const push = await editorPush(target);
  const debug = target.debug === true ? await openDebugOf(target) : undefined;
  const pausing = debug?.session ?? openPausing(connection);
  connection.onNotification(PauseRun, () => (debug?.session ?? pausing).pause());
  const passive: Omit<RunObserver, 'signal'> = { host, controller: pausing, onEvent: (event) => pausing.add(event) };
  const run = await start((earlier) =>
    linked({ signal: controller.signal, ...(debug?.observer(earlier) ?? passive) }, push),
  );
  if (run.kind === 'failed') {
    setTimeout(() => interrupt('window'), 0);
    return new ResponseError(INVALID_PARAMS, redact(run.message), { missingKeys: run.missingKeys ?? [] });
  }
  debuggedRun = run;
  debug?.followRun(run.finished);
  void endWith(run, push, debug);
  return { run: run.run, journal: run.journal };
}

useEditorAdvice();
connection.onNotification(UseEnvironment, (variables) => {
  // The environment that other processes can see is the one at the start and does not change.
  // open-key-ok: each assignment sets a variable, whatever its name.
  Object.assign(process.env, variables);
  secrets.push(...secretsOfEnvironment(variables));
});
connection.onNotification(UseNetwork, (settings) => useNetwork(settings));
connection.onRequest(StartRun, (params, token) => {
  addSecrets(params);
  return begin(token, params, (observerOf) => startFromEditor(params, observerOf(), editor));
});
connection.onRequest(ForkRun, (params, token) => {
  addSecrets(params);
  return begin(token, params, (observerOf) => forkFromEditor(params, observerOf, editor));
});
connection.onRequest(ResumeRun, (params, token) => {
  addSecrets(params);
  for (const reply of params.replies ?? []) addSecrets(reply);
  return begin(token, params, (observerOf) => resumeFromEditor(params, observerOf, editor));
});
connection.onRequest(PromptRun, (params, token) => {
  addSecrets(params);
  return begin(token, params, (observerOf) => promptFromEditor(params, observerOf(), editor));
});
connection.onRequest(AnswerPause, (params) => {
  addSecrets(params);
  return host.resolve(params.id, replyOf(params));
});
answerQueries(connection, { secrets, ended: controller.signal });
answerEvalQueries(connection, { editor, addSecrets, ended: controller.signal });
connection.onNotification(CancelRun, () => controller.abort());
connection.onNotification(LeaveRun, leave);
connection.onClose(() => connection.dispose());
process.on('disconnect', leave);
process.on('SIGTERM', () => interrupt('signal'));
// The terminal that started the editor was closed, which also closes the editor.
process.on('SIGHUP', leave);
// Ctrl-C in the terminal that started the editor reaches its entire process group; the extension decides.
process.on('SIGINT', () => undefined);
// An unhandled rejection in a provider's package must not end the run. The extension shows it in its log.
process.on('unhandledRejection', (error) => process.stderr.write(`${redact(messageOf(error))}\n`));
connection.listen();
