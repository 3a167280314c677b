import type { CancellationToken, MessageConnection } from 'vscode-jsonrpc/node';
import type { ApprovalRecord, ForgetResult } from '../../runtime/protocol/approvals.ts';
import {
  type CompareParams,
  type CompareResult,
  CompareRuns,
  FindRunBeforeEdit,
  type RunBeforeEditParams,
} from '../../runtime/protocol/compare.ts';
import { ApproveScripts, type ApproveScriptsParams } from '../../runtime/protocol/eval-scripts.ts';
import {
  FirstEvalCases,
  ListEvalCases,
  type ListEvalCasesParams,
  type ListEvalCasesResult,
} from '../../runtime/protocol/evals.ts';
import type { ExportParams, ExportResult } from '../../runtime/protocol/export.ts';
import { DescribeForkStep, type ForkStepParams, type ForkStepResult } from '../../runtime/protocol/fork.ts';
import {
  ApplyHooks,
  type ApplyHooksParams,
  DescribeHooks,
  type DescribeHooksParams,
  type HookChange,
  type HookChangeParams,
  type HookFacts,
  type HooksApplied,
  PlanHooks,
  RefreshHooks,
  type RefreshHooksParams,
} from '../../runtime/protocol/hooks.ts';
import type {
  MakeCaseParams,
  MakeCaseResult,
  SuggestCaseParams,
  SuggestCaseResult,
  UsedSkills,
} from '../../runtime/protocol/make-case.ts';
import type { ListModelsParams, ListModelsResult, LocalServer } from '../../runtime/protocol/models.ts';
import type { RunOrigin } from '../../runtime/protocol/origin.ts';
import {
  EstimateTokens,
  type EstimateTokensParams,
  type EstimateTokensResult,
} from '../../runtime/protocol/request-tokens.ts';
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
  type RunOriginParams,
  type RuntimeFacts,
  SuggestCase,
} from '../../runtime/protocol/rpc.ts';
import { errorMessage, failed } from './failed.ts';

/** Requests without progress, most of them for a process without a run. */
export interface RuntimeQueries {
  /** Describes a step to fork a run at. */
  forkStep(params: ForkStepParams): Promise<ForkStepResult>;
  /** Determines whether a run was started on this machine. */
  origin(params: RunOriginParams): Promise<RunOrigin | undefined>;
  /** Finds LM Studio and Ollama on this machine. */
  localServers(): Promise<readonly LocalServer[] | 'failed'>;
  /** Lists the models of an endpoint, which also verifies its key. */
  listModels(params: ListModelsParams): Promise<ListModelsResult>;
  /** Lists the saved approvals. Undefined if the process does not respond. */
  approvals(): Promise<readonly ApprovalRecord[] | undefined>;
  /** Forgets these approvals. Undefined if the process does not respond. */
  forgetApprovals(approvals: readonly ApprovalRecord[]): Promise<ForgetResult | undefined>;
  /** Describes the export of a run, and writes it if a file is given, unless cancelled. */
  exportRun(params: ExportParams, token: CancellationToken): Promise<ExportResult>;
  /** Suggests an eval case from a run. */
  suggestCase(params: SuggestCaseParams, token: CancellationToken): Promise<SuggestCaseResult>;
  /** Returns the names of the skills that a run was offered or loaded, by its journal. Undefined if it cannot be read. */
  usedSkills(journal: string): Promise<UsedSkills>;
  /** Returns the edit that appends a case to an eval file. */
  makeCase(params: MakeCaseParams): Promise<MakeCaseResult>;
  /** Compares two runs step by step. */
  compare(params: CompareParams): Promise<CompareResult>;
  /** Finds the first of the earlier runs that received another text of a skill. Undefined if there is none. */
  findRunBeforeEdit(params: RunBeforeEditParams, token: CancellationToken): Promise<string | undefined>;
  /** Estimates the tokens of the requests of a run. */
  estimateTokens(params: EstimateTokensParams): Promise<EstimateTokensResult>;
  /** Describes the environment of the process. */
  describe(): Promise<RuntimeFacts | undefined>;
  /** Returns the text of a first eval file for the skill in a folder. Undefined if there is none, or no answer. */
  firstEvalCases(root: string): Promise<string | undefined>;
  /** Approves the scripts of a skill until it changes. Returns an error message. */
  approveScripts(params: ApproveScriptsParams): Promise<string | undefined>;
  /** Describes the hooks of other clients, and what prevents them. Undefined if the process does not respond. */
  describeHooks(params: DescribeHooksParams): Promise<HookFacts | undefined>;
  /** Plans a change of the hooks of a client. */
  planHooks(params: HookChangeParams): Promise<HookChange>;
  /** Carries out a planned change. */
  applyHooks(params: ApplyHooksParams): Promise<HooksApplied>;
  /** Replaces the installed program of hooks by a newer one. True if it was replaced. */
  refreshHooks(params: RefreshHooksParams): Promise<boolean>;
  /** Lists the cases of an eval file. */
  listEvalCases(params: ListEvalCasesParams): Promise<ListEvalCasesResult>;
}

/** Returns the queries to the process at the other end of a connection. They never throw. */
export function queriesOver(connection: MessageConnection): RuntimeQueries {
  return {
    forkStep: (params) =>
      connection
        .sendRequest(DescribeForkStep, params)
        .catch((error: unknown): ForkStepResult => ({ kind: 'failed', message: String(error) })),
    // JSON-RPC transfers undefined as null.
    origin: (params) =>
      connection.sendRequest(FindOrigin, params).then(
        (origin) => origin ?? undefined,
        () => undefined,
      ),
    localServers: () => connection.sendRequest(FindLocalServers, undefined).catch(() => 'failed' as const),
    listModels: (params) =>
      connection.sendRequest(ListModels, params).catch((error: unknown) => ({
        kind: 'failed' as const,
        refused: false,
        message: errorMessage(error),
      })),
    approvals: () => connection.sendRequest(ListApprovals).catch(() => undefined),
    forgetApprovals: (approvals) => connection.sendRequest(ForgetApprovals, approvals).catch(() => undefined),
    exportRun: (params, token) => connection.sendRequest(ExportRun, params, token).catch(failed),
    suggestCase: (params, token) => connection.sendRequest(SuggestCase, params, token).catch(failed),
    usedSkills: (journal) =>
      connection.sendRequest(FindUsedSkills, journal).then(
        (names) => names ?? undefined,
        () => undefined,
      ),
    makeCase: (params) => connection.sendRequest(MakeCase, params).catch(failed),
    compare: (params) => connection.sendRequest(CompareRuns, params).catch(failed),
    findRunBeforeEdit: (params, token) =>
      connection.sendRequest(FindRunBeforeEdit, params, token).then(
        (journal) => journal ?? undefined,
        () => undefined,
      ),
    estimateTokens: (params) => connection.sendRequest(EstimateTokens, params).catch(failed),
    describe: () => connection.sendRequest(DescribeRuntime).catch(() => undefined),
    firstEvalCases: (root) =>
      connection.sendRequest(FirstEvalCases, root).then(
        (text) => text ?? undefined,
        () => undefined,
      ),
    approveScripts: (params) =>
      connection.sendRequest(ApproveScripts, params).then((problem) => problem ?? undefined, errorMessage),
    describeHooks: (params) => connection.sendRequest(DescribeHooks, params).catch(() => undefined),
    planHooks: (params) => connection.sendRequest(PlanHooks, params).catch(failed),
    applyHooks: (params) => connection.sendRequest(ApplyHooks, params).catch(failed),
    refreshHooks: (params) => connection.sendRequest(RefreshHooks, params).catch(() => false),
    listEvalCases: (params) =>
      connection.sendRequest(ListEvalCases, params).catch(
        (error: unknown): ListEvalCasesResult => ({
          cases: [],
          problems: [{ file: params.file, line: 1, column: 1, message: String(error) }],
        }),
      ),
  };
}
