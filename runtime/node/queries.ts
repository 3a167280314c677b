/** The requests of the extension to a process without a run: about runs, sessions, models and the runtime itself. */
import { type CancellationToken, type MessageConnection, ResponseError } from 'vscode-jsonrpc/node';
import { forgetApprovals, listApprovals } from '../approvals/persistent-approvals.ts';
import { endpointOf } from '../models/endpoint/endpoint.ts';
import { CatalogProgress, ShowCatalogs } from '../protocol/catalog.ts';
import { CompareRuns, FindRunBeforeEdit } from '../protocol/compare.ts';
import { DescribeForkStep } from '../protocol/fork.ts';
import { ApplyHooks, DescribeHooks, PlanHooks, RefreshHooks } from '../protocol/hooks.ts';
import { EstimateTokens } from '../protocol/request-tokens.ts';
import {
  DescribeRuntime,
  ExportRun,
  FindLocalServers,
  FindOrigin,
  FindUsedSkills,
  ForgetApprovals,
  ListApprovals,
  ListModels,
  MakeCase,
  SuggestCase,
} from '../protocol/rpc.ts';
import { FoundRows, ListRows } from '../protocol/session-rows.ts';
import { FoundSessions, ListSessions, ReadingSession, ReadSession } from '../protocol/sessions.ts';
import { StressProgress, StressSkill } from '../protocol/stress.ts';
import { lastStart } from '../run/prepare-resume.ts';
import { originOf } from '../run/run-origin.ts';
import { localExecutor } from '../scripts/local-executor.ts';

const INVALID_PARAMS = -32602;

/** The parts of the process that queries use. */
export interface QueryContext {
  /** Values that must never be shown. Others may be added later. */
  readonly secrets: readonly string[];
  /** Fires when the process ends. */
  readonly ended: AbortSignal;
}

/** Answers the queries of the extension. What a query needs is loaded with the first one. */
export function answerQueries(connection: MessageConnection, { secrets, ended }: QueryContext): void {
  /** Returns a signal that fires if a request is cancelled or the process ends. */
  const signalOf = (token: CancellationToken): AbortSignal => {
    const stop = new AbortController();
    if (token.isCancellationRequested) stop.abort();
    token.onCancellationRequested(() => stop.abort());
    return AbortSignal.any([stop.signal, ended]);
  };
  connection.onRequest(DescribeForkStep, async (params) => {
    const { describeForkStep } = await import('../debug/fork/describe-step.ts');
    return describeForkStep(params);
  });
  connection.onRequest(StressSkill, async (params, token) => {
    const { stressFromEditor } = await import('./stress.ts');
    let reportedAt = 0;
    const result = await stressFromEditor(params, signalOf(token), (done, planned) => {
      if (performance.now() - reportedAt < 100) return;
      reportedAt = performance.now();
      connection.sendNotification(StressProgress, [done, planned]).catch(() => undefined);
    });
    return typeof result === 'string' ? new ResponseError<void>(INVALID_PARAMS, result) : result;
  });
  connection.onRequest(FindLocalServers, async () => (await import('../models/local-servers.ts')).findLocalServers());
  connection.onRequest(ListModels, async ({ provider, baseUrl, apiKey }) => {
    const endpoint = endpointOf(`${provider}/any`, baseUrl);
    if (typeof endpoint !== 'object')
      return { kind: 'failed' as const, refused: false, message: endpoint ?? `There is no provider '${provider}'.` };
    const listed = await (await import('../models/list-models.ts')).listModels(endpoint, apiKey);
    if (listed.kind === 'failed') return listed;
    const { withFacts } = await import('../models/prices/prices.ts');
    return { ...listed, models: await withFacts(endpoint, listed.models) };
  });
  connection.onRequest(FindOrigin, ({ runs, run, at }) => {
    const started = lastStart(runs, run, at);
    return typeof started === 'string' ? undefined : originOf({ runs, run }, started);
  });
  connection.onRequest(ListSessions, async (params, token) => {
    const { listSessionsInParts } = await import('./sessions.ts');
    await listSessionsInParts(params, secrets, signalOf(token), (part) => {
      connection.sendNotification(FoundSessions, part).catch(() => undefined);
    });
  });
  connection.onRequest(ListRows, async (params, token) => {
    const { listRowsInParts } = await import('./session-rows.ts');
    return listRowsInParts(params, secrets, signalOf(token), (part) => {
      connection.sendNotification(FoundRows, part).catch(() => undefined);
    });
  });
  connection.onRequest(ReadSession, async (params, token) => {
    const { readSessionFromEditor } = await import('./sessions.ts');
    return readSessionFromEditor(params, secrets, signalOf(token), (journal, part) => {
      connection.sendNotification(ReadingSession, { journal, ...part }).catch(() => undefined);
    });
  });
  connection.onRequest(ShowCatalogs, async (params, token) => {
    const { showCatalogsFromEditor } = await import('./catalog.ts');
    return showCatalogsFromEditor(params, secrets, signalOf(token), (done, clients) => {
      connection.sendNotification(CatalogProgress, [done, clients]).catch(() => undefined);
    });
  });
  connection.onRequest(DescribeHooks, async (params) => (await import('./hooks.ts')).describeHooks(params));
  connection.onRequest(PlanHooks, async (params) => (await import('./hooks.ts')).planHooks(params));
  connection.onRequest(ApplyHooks, async (params) => (await import('./hooks.ts')).applyHooks(params));
  connection.onRequest(RefreshHooks, async (params) => (await import('./hooks.ts')).refreshHooks(params));
  connection.onRequest(ListApprovals, () => listApprovals());
  connection.onRequest(ForgetApprovals, (approvals) => forgetApprovals(approvals));
  connection.onRequest(ExportRun, async (params, token) =>
    (await import('./export.ts')).exportFromEditor(params, signalOf(token)),
  );
  connection.onRequest(SuggestCase, async (params, token) =>
    (await import('./make-case.ts')).suggestForEditor(params, secrets, signalOf(token)),
  );
  connection.onRequest(FindUsedSkills, async (file) => (await import('./make-case.ts')).usedSkillsForEditor(file));
  connection.onRequest(MakeCase, async (params) => (await import('./make-case.ts')).appendForEditor(params));
  connection.onRequest(EstimateTokens, async (params) =>
    (await import('./request-tokens.ts')).estimateForEditor(params),
  );
  connection.onRequest(CompareRuns, async (params) => (await import('./compare.ts')).compareFromEditor(params));
  connection.onRequest(FindRunBeforeEdit, async (params, token) => {
    const { findRunBeforeEdit } = await import('./compare.ts');
    return findRunBeforeEdit(params, signalOf(token));
  });
  connection.onRequest(DescribeRuntime, async () => {
    const plan = await localExecutor({ trusted: false }).plan('any.sh');
    return { node: process.versions.node, sandbox: plan.kind === 'plan' ? plan.sandbox : 'none' };
  });
}
