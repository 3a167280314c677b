import { statSync } from 'node:fs';
import { defined } from '../../skill/index.ts';
import { type Agent, optionsOfAgent } from '../agents/agent.ts';
import { skillsOfRun, skillsOfTeam, withFurtherSkills } from '../agents/agent-skills.ts';
import { hasTools } from '../agents/has-tools.ts';
import { readAgent } from '../agents/read-agent.ts';
import { type ClientRun, clientRun } from '../clients/client-run.ts';
import { CLIENT_RUN_IDS } from '../clients/client-run-ids.ts';
import { secretsOfEnvironment } from '../journal/secret-sources.ts';
import { HIGHEST_LLM_CALLS, MAX_LLM_CALLS } from '../loop/model-call/limits.ts';
import { DEFAULT_MODEL } from '../models/default-model.ts';
import { endpointOf, splitName } from '../models/endpoint/endpoint.ts';
import { readKeyFile } from '../models/keys/key-file.ts';
import { createKeys } from '../models/keys/keys.ts';
import { type EndpointUse, findKeyIssue } from '../models/keys/missing-keys.ts';
import type { EditorLink } from '../models/providers/vscode.ts';
import { type ModelResult, openModel } from '../models/registry.ts';
import { networkSecrets } from '../network/use-network.ts';
import type { MissingKey } from '../protocol/models.ts';
import { firstRunOptions, RUN_OPTIONS, type RunOptions, recordedOptions } from '../protocol/run-options.ts';
import { localExecutor, SCRIPT_LIMITS } from '../scripts/local-executor.ts';
import { copyProblem } from '../skill-files/skill-files.ts';
import type { RunSpec } from './run-spec.ts';

/**
 * A request for a run, from command-line options, the extension, or the journal of a run to be resumed. The options in
 * the request take precedence over those of the agent, and those over `defaults`.
 */
export interface RunRequest extends RunOptions {
  readonly prompt: string;
  /** Absolute paths of skill folders, or of folders that contain skills. */
  readonly skills: readonly string[];
  /** A file or a name. */
  readonly agent?: string;
  /** The client to simulate: an id of `CLIENT_RUN_IDS`. */
  readonly client?: string;
  /**
   * Absolute path of the folder that a client's run copies as its workspace; null for an empty one. Default: the
   * agent's.
   */
  readonly workspace?: string | null;
  readonly install?: 'user' | 'project';
  /** True for a resumed run: its copy of the workspace may still exist, in which case the workspace itself need not. */
  readonly mayReuseCopy?: boolean;
  /** True if another workspace takes its place before the run. */
  readonly replacesWorkspace?: boolean;
  /** Absolute paths of further skills that a client has installed. Default: the agent's. */
  readonly with?: readonly string[];
  /** Absolute path of the folder that agents are looked up from. */
  readonly folder: string;
  /** Default: the agent's model, or the default model. */
  readonly model?: string;
  readonly baseUrl?: string;
  /** The key for the endpoint of this run's model; it is sent nowhere else. */
  readonly apiKey?: string;
  /** Additional keys by the origin that each was entered for, for called agents with their own models. */
  readonly keys?: Readonly<Record<string, string>>;
  /**
   * The environment in which the providers' usual variables, and then the key file, are looked up; they apply to the
   * providers' own addresses. If absent, no keys are read from there.
   */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Provides VS Code's models; absent outside VS Code. */
  readonly editor?: EditorLink;
  readonly defaults?: RunOptions;
  /** Absolute path of the folder that contains the runs. */
  readonly runs: string;
  /** True if the workspace is trusted. Otherwise no script runs, and no module of tools or MCP server is started. */
  readonly trusted: boolean;
  /** False if the user did not name the agent. Its code is then not started, whatever `trusted` is. */
  readonly named?: boolean;
  /** True if simulated models should respond with realistic delays. */
  readonly paced: boolean;
}

/** The reason why a run cannot start, and what to do. */
export interface Refusal {
  readonly refused: string;
  /** All API keys that its agents need and that are not set, so that the caller can ask for them. */
  readonly missingKeys?: readonly MissingKey[];
}

/** Reads and opens everything that a run needs, or returns the reason why it cannot start. */
export async function prepareRun(request: RunRequest): Promise<RunSpec | Refusal> {
  const prepared = await prepare(request);
  return typeof prepared === 'string' ? { refused: prepared } : prepared;
}

/**
 * Returns the client to simulate, undefined for the runtime's own tools, or an error message. The request overrides the
 * agent.
 */
function clientOf(request: RunRequest, { client: own = {} }: Agent): ClientRun | string | undefined {
  const id = request.client ?? own.id ?? 'adk';
  if (id === 'adk') {
    const isForClients = request.workspace ?? request.install ?? request.with?.[0];
    return isForClients === undefined
      ? undefined
      : 'Add --client: --workspace, --install and --with apply to clients only.';
  }
  const workspace = request.workspace === null ? undefined : (request.workspace ?? own.workspace);
  if (workspace !== undefined && request.mayReuseCopy !== true && !isFolder(workspace))
    return `Choose a folder as the workspace: ${workspace} is not a folder.`;
  // A copy that exists already is not made again, and an eval checks the workspaces of its cases itself.
  if (workspace !== undefined && request.mayReuseCopy !== true && request.replacesWorkspace !== true) {
    const problem = copyProblem(workspace, 'workspace');
    if (problem !== undefined) return problem;
  }
  const install = request.install ?? own.install;
  const found = clientRun(id, defined({ workspace, install }));
  return found ?? `Unknown client '${id}'. Use one of: ${CLIENT_RUN_IDS.join(', ')}.`;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Returns notes about settings of agents that have no effect in this run. */
function clientNotes(client: ClientRun | undefined, agent: Agent, team: ReadonlyMap<string, Agent>): readonly string[] {
  const unused = [...team.values()].filter((other) => other.client?.id !== undefined && other.name !== agent.name);
  return [
    ...(client !== undefined && hasTools(agent)
      ? [`The tools of '${agent.name}' are not offered: this run has those of ${client.profile.name}.`]
      : []),
    ...unused.map(({ name }) => `The client of '${name}' has no effect: called agents have ADK's tools.`),
  ];
}

async function prepare(request: RunRequest): Promise<RunSpec | Refusal | string> {
  const { prompt, baseUrl, apiKey, folder, runs, paced, editor } = request;
  const read = await readAgent(request.agent, folder);
  if (read.kind === 'failed') return read.message;
  const { agent, team } = read;
  const client = clientOf(request, agent);
  if (typeof client === 'string') return client;
  const options = firstRunOptions(request, optionsOfAgent(agent), request.defaults);
  const { reasoning, maxLlmCalls = MAX_LLM_CALLS, maxCost = 0, requireSandbox = false } = options;
  if (maxLlmCalls >= HIGHEST_LLM_CALLS) return 'Set maxLlmCalls to a smaller number, or to 0 for no limit.';
  const { scriptTimeout = SCRIPT_LIMITS.timeoutSeconds } = options;
  const { maximum } = RUN_OPTIONS.scriptTimeout;
  if (!(scriptTimeout > 0 && scriptTimeout <= maximum))
    return `The time limit of scripts must be a number of seconds up to ${maximum}.`;
  if (request.guards === 'client' && client === undefined)
    return "Choose a client for this run (--client): the preset 'client' uses that client's own limits.";
  const { guards: configured = 'default' } = options;
  // Settings and agents apply to runs in any client, and ADK's own guards are a preset.
  const guards = configured === 'client' && client === undefined ? 'adk' : configured;
  const furtherFolders = client === undefined ? [] : (request.with ?? agent.client?.with ?? []);
  const skills = withFurtherSkills(skillsOfRun(agent, request.skills, client?.id), furtherFolders, client?.id);
  if (skills.kind === 'failed') return skills.message;
  const copied = client === undefined || request.mayReuseCopy === true ? [] : skills.skills;
  for (const { root } of copied) {
    const problem = copyProblem(root, 'skill');
    if (problem !== undefined) return problem;
  }
  const calledSkills = skillsOfTeam(team, skills.skills);
  const name = request.model ?? agent.model ?? DEFAULT_MODEL;
  const endpoint = endpointOf(name, baseUrl);
  if (typeof endpoint === 'string') return endpoint;
  const usesEndpoints = endpoint !== undefined || modelsOf(team).length > 0;
  const given = apiKey === undefined || endpoint === undefined ? undefined : { apiKey, endpoint };
  const environment = usesEndpoints ? request.environment : undefined;
  const keys = createKeys(
    defined({
      apiKey: given?.apiKey,
      origin: given?.endpoint.origin,
      byOrigin: request.keys,
      environment,
      // The sources of keys that the command line uses.
      file: environment === undefined ? undefined : readKeyFile(environment),
    }),
  );
  // A called agent's model of another provider uses that provider's own address.
  const addressFor = (other: string): string | undefined =>
    splitName(other).provider === splitName(name).provider ? baseUrl : undefined;
  const open = (other: string, address: string | undefined): Promise<ModelResult> =>
    openModel(defined({ name: other, paced, keys, editor, reasoning, baseUrl: address }));
  const called = [...team.values()].flatMap(({ name: agentName, model: agentModel }): readonly EndpointUse[] => {
    // The agent of the run itself cannot be called, because that would recurse.
    if (agentModel === undefined || agentName === agent.name) return [];
    const calledEndpoint = endpointOf(agentModel, addressFor(agentModel));
    return typeof calledEndpoint === 'object' ? [{ endpoint: calledEndpoint, agent: agentName }] : [];
  });
  const issue = findKeyIssue([...(endpoint === undefined ? [] : [{ endpoint }]), ...called], keys);
  if (issue !== undefined) return { refused: issue.message, missingKeys: issue.missing };
  // A server on this machine rarely needs a key, so an unusable key file does not prevent the run.
  const keyNotes =
    endpoint === undefined || keys.problem === undefined || keys.keyFor(endpoint) !== undefined ? [] : [keys.problem];
  const model = await open(name, baseUrl);
  if (model.kind === 'failed') return model.message;
  const unpriced = maxCost > 0 && !model.simulated ? await priceNotes([name, ...modelsOf(team)], addressFor) : [];
  return defined<RunSpec>({
    ...recordedOptions(options),
    requireSandbox,
    guards,
    maxLlmCalls,
    prompt,
    skills: skills.skills,
    notes: [...read.notes, ...skills.notes, ...clientNotes(client, agent, team), ...unpriced, ...keyNotes],
    agent,
    team,
    client,
    calledSkills: calledSkills.length === 0 ? undefined : calledSkills,
    trusted: request.trusted && request.named !== false,
    openModel: (other) => open(other, addressFor(other)),
    agentFile: request.agent,
    folder,
    model,
    runs,
    // A tool, a script or an error message can contain values of our environment, which are redacted as well.
    secrets: [...keys.all, ...networkSecrets(), ...secretsOfEnvironment(process.env)],
    keyedFor: given?.endpoint.baseUrl,
    executor: localExecutor({ trusted: request.trusted, timeoutSeconds: scriptTimeout, requireSandbox }),
    baseUrl,
  });
}

function modelsOf(team: ReadonlyMap<string, Agent>): readonly string[] {
  return [...team.values()].flatMap(({ model }) => (model === undefined ? [] : [model]));
}

/** True for VS Code's models, which report no prices. */
function isEditorModel(name: string): boolean {
  return splitName(name).provider === 'vscode';
}

/** Returns notes about models whose calls a cost limit cannot count. */
async function priceNotes(
  names: readonly string[],
  addressFor: (name: string) => string | undefined,
): Promise<readonly string[]> {
  const { modelFacts } = await import('../models/prices/prices.ts');
  const notes: string[] = [];
  for (const name of new Set(names)) {
    const endpoint = endpointOf(name, addressFor(name));
    const known = typeof endpoint === 'object' ? (await modelFacts(endpoint)) !== undefined : !isEditorModel(name);
    if (known) continue;
    notes.push(
      `No price is known for ${name}, so its cost counts towards maxCost only if the endpoint reports it. maxTokens always applies.`,
    );
  }
  return notes;
}
