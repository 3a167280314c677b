/**
 * The process that the extension forks for one run: the run's events go to the extension, its answers come back, over
 * JSON-RPC on the IPC channel. It ends with the run, and when the extension is gone.
 */
import {
  type CancellationToken,
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  ResponseError,
} from 'vscode-jsonrpc/node';
import { forgetApprovals, listApprovals } from '../approvals/lasting.ts';
import { messageOf } from '../errors.ts';
import { redactorOf } from '../journal/redact.ts';
import { secretsOfEnvironment } from '../journal/secret-places.ts';
import { endpointOf } from '../models/endpoint.ts';
import { useEditorAdvice } from '../models/key-advice.ts';
import { useNetwork } from '../network/use-network.ts';
import {
  AnswerPause,
  CancelRun,
  DescribeRuntime,
  FindLocalServers,
  FindOrigin,
  ForgetApprovals,
  LeaveRun,
  ListApprovals,
  ListModels,
  ResumeRun,
  type StartRefused,
  StartRun,
  type StartRunResult,
  UseEnvironment,
  UseNetwork,
} from '../protocol/rpc.ts';
import { StressProgress, StressSkill } from '../protocol/stress.ts';
import { originOf } from '../run/begun.ts';
import { Interruption } from '../run/interruption.ts';
import { lastStart } from '../run/prepare-resume.ts';
import type { RunWatcher } from '../run/spec.ts';
import { localExecutor } from '../scripts/local-executor.ts';
import { Batcher } from './batcher.ts';
import { EditorHost } from './editor-host.ts';
import { editorLink } from './editor-link.ts';
import { type EditorStart, replyOf, resumeFromEditor, startFromEditor } from './start.ts';

/** Milliseconds that a run which was cut off has for its last events and for ending its scripts. */
const LAST_WORDS_MS = 300;
/** Milliseconds between closing the channel and exiting: a parent may learn of the exit before it has read the channel. */
const READ_MS = 100;
const WRONG_USE = -32602;

/** Of a request, what nothing may show. */
interface Secretive {
  readonly apiKey?: string;
  readonly keys?: Readonly<Record<string, string>>;
  readonly credential?: string;
}

const controller = new AbortController();
const host = new EditorHost();
/** Keys and credentials of this process: none of them may reach the log, which standard error goes to. */
const secrets = [...secretsOfEnvironment(process.env)];
const connection = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
const events = new Batcher(connection);
const editor = editorLink(connection);
let started = false;
let left = false;

/**
 * Ends this process; its run can be resumed. A busy child whose parent was killed is told so by `disconnect` alone.
 */
function interrupt(by: Interruption['by']): void {
  controller.abort(new Interruption(by));
  setTimeout(() => process.exit(0), LAST_WORDS_MS);
}

/** The person has gone. A run that waits for them ends paused, any other is interrupted. */
function leave(): void {
  // Told by a message, and once more when the channel closes.
  if (left) return;
  left = true;
  if (host.leave()) setTimeout(() => interrupt('window'), LAST_WORDS_MS).unref();
  else interrupt('window');
}

function keepOut({ apiKey, keys = {}, credential }: Secretive): void {
  for (const secret of [apiKey, credential, ...Object.values(keys)]) if (secret !== undefined) secrets.push(secret);
}

function clean(text: string): string {
  return redactorOf(secrets).text(text);
}

async function begin(
  token: CancellationToken,
  start: (watcher: RunWatcher) => Promise<EditorStart>,
): Promise<StartRunResult | ResponseError<StartRefused>> {
  if (started) return new ResponseError(WRONG_USE, 'This process has a run already.');
  started = true;
  // A request that was cancelled before it was taken up has a token whose event never comes.
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  const run = await start({ host, signal: controller.signal, onEvent: (event) => events.add(event) });
  if (run.kind === 'failed') {
    setTimeout(() => interrupt('window'), 0);
    return new ResponseError(WRONG_USE, clean(run.message), { missingKeys: run.missingKeys ?? [] });
  }
  void run.finished.then(async () => {
    await events.drained();
    process.removeListener('disconnect', leave);
    if (process.connected) process.disconnect();
    setTimeout(() => process.exit(0), READ_MS);
  });
  return { run: run.run, journal: run.journal };
}

useEditorAdvice();
connection.onNotification(UseEnvironment, (variables) => {
  // What the process was started with stays as it is for those who look from outside.
  Object.assign(process.env, variables);
  secrets.push(...secretsOfEnvironment(variables));
});
connection.onNotification(UseNetwork, (settings) => useNetwork(settings));
connection.onRequest(StartRun, (params, token) => {
  keepOut(params);
  return begin(token, (watcher) => startFromEditor(params, watcher, editor));
});
connection.onRequest(ResumeRun, (params, token) => {
  keepOut(params);
  for (const reply of params.replies ?? []) keepOut(reply);
  return begin(token, (watcher) => resumeFromEditor(params, watcher, editor));
});
connection.onRequest(AnswerPause, (params) => {
  keepOut(params);
  return host.resolve(params.id, replyOf(params));
});
connection.onRequest(StressSkill, async (params, token) => {
  const stop = new AbortController();
  if (token.isCancellationRequested) stop.abort();
  token.onCancellationRequested(() => stop.abort());
  const { stressFromEditor } = await import('./stress.ts');
  let told = 0;
  const result = await stressFromEditor(params, AbortSignal.any([stop.signal, controller.signal]), (done, planned) => {
    if (performance.now() - told < 100) return;
    told = performance.now();
    connection.sendNotification(StressProgress, [done, planned]).catch(() => undefined);
  });
  return typeof result === 'string' ? new ResponseError<void>(WRONG_USE, result) : result;
});
connection.onRequest(FindLocalServers, async () => (await import('../models/local-servers.ts')).findLocalServers());
connection.onRequest(ListModels, async ({ provider, baseUrl, apiKey }) => {
  const endpoint = endpointOf(`${provider}/any`, baseUrl);
  if (typeof endpoint !== 'object')
    return { kind: 'failed' as const, refused: false, message: endpoint ?? `There is no provider '${provider}'.` };
  const listed = await (await import('../models/list-models.ts')).listModels(endpoint, apiKey);
  if (listed.kind === 'failed') return listed;
  const { withFacts } = await import('../models/prices.ts');
  return { ...listed, models: await withFacts(endpoint, listed.models) };
});
connection.onRequest(FindOrigin, ({ runs, run }) => {
  const started = lastStart(runs, run);
  return typeof started === 'string' ? undefined : originOf({ runs, run }, started);
});
connection.onRequest(ListApprovals, () => listApprovals());
connection.onRequest(ForgetApprovals, (approvals) => forgetApprovals(approvals));
connection.onRequest(DescribeRuntime, async () => {
  const plan = await localExecutor({ trusted: false }).plan('any.sh');
  return { node: process.versions.node, sandbox: plan.kind === 'plan' ? plan.sandbox : 'none' };
});
connection.onNotification(CancelRun, () => controller.abort());
connection.onNotification(LeaveRun, leave);
connection.onClose(() => connection.dispose());
process.on('disconnect', leave);
process.on('SIGTERM', () => interrupt('signal'));
// The terminal that started the editor is closed, which takes the editor with it.
process.on('SIGHUP', leave);
// Ctrl-C in a terminal that started the editor reaches its whole group; the extension decides.
process.on('SIGINT', () => undefined);
// A provider's promise that nobody waits for must not end the run; the extension shows this in its log.
process.on('unhandledRejection', (error) => process.stderr.write(`${clean(messageOf(error))}\n`));
connection.listen();
