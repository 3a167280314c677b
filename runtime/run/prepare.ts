import type { Agent } from '../agents/agent.ts';
import { skillsOfRun, skillsOfTeam } from '../agents/agent-skills.ts';
import { readAgent } from '../agents/read-agent.ts';
import { secretsOfEnvironment } from '../journal/secret-places.ts';
import { HIGHEST_LLM_CALLS, MAX_LLM_CALLS } from '../loop/limits.ts';
import { endpointOf, splitName } from '../models/endpoint.ts';
import { readKeyFile } from '../models/key-file.ts';
import { createKeys } from '../models/keys.ts';
import { type EndpointUse, findKeyIssue } from '../models/missing-keys.ts';
import type { ReasoningLevel } from '../models/reasoning.ts';
import { DEFAULT_MODEL, openModel } from '../models/registry.ts';
import type { EditorLink } from '../models/vscode.ts';
import { networkSecrets } from '../network/use-network.ts';
import type { MissingKey } from '../protocol/models.ts';
import type { RunLimits } from '../protocol/rpc.ts';
import { localExecutor, MAX_SCRIPT_SECONDS, SCRIPT_LIMITS } from '../scripts/local-executor.ts';
import type { RunSpec } from './spec.ts';

/**
 * A run as it is asked for: by options, by the extension, or by the journal of a run that goes on. The limits that are
 * asked for win over what the agent says, and that over `defaults`.
 */
export interface RunRequest extends Partial<RunLimits> {
  readonly prompt: string;
  /** Absolute paths of skill folders, or of folders that hold skills. */
  readonly skills: readonly string[];
  /** A file or a name. */
  readonly agent?: string;
  /** Absolute path of the folder that agents are looked for in. */
  readonly folder: string;
  /** Absent: the agent's, else the default. */
  readonly model?: string;
  readonly baseUrl?: string;
  /** For the endpoint of this run's model; it goes nowhere else. */
  readonly apiKey?: string;
  /** Further keys, by the origin that each was entered for: called agents can have models of their own. */
  readonly keys?: Readonly<Record<string, string>>;
  /**
   * Where the providers' usual variables are looked up, for their own addresses, and then the file of keys; absent: no key
   * is taken from there.
   */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The way to VS Code's models; absent where there is no VS Code. */
  readonly editor?: EditorLink;
  readonly reasoning?: ReasoningLevel;
  /** Seconds that a model may say nothing before the call is given up. */
  readonly modelTimeout?: number;
  /** Seconds that a script may run. */
  readonly scriptTimeout?: number;
  /** A script for which there is no sandbox is refused. */
  readonly requireSandbox?: boolean;
  readonly defaults?: RunLimits;
  /** Absolute path of the folder of runs. */
  readonly runs: string;
  /** Scripts run at all, and modules of tools and MCP servers are started, only where the workspace is trusted. */
  readonly trusted: boolean;
  /** False where nobody named the agent: what it brings that runs is not started then, whatever `trusted` says. */
  readonly named?: boolean;
  /** Simulated models take their time. */
  readonly paced: boolean;
}

/** Why a run does not begin, and what to do. */
export interface Refusal {
  readonly refused: string;
  /** API keys that its agents need and nobody has set: all of them, for whoever can ask for them. */
  readonly missingKeys?: readonly MissingKey[];
}

/** Reads and opens everything that a run needs, or says what is wrong. */
export async function prepareRun(request: RunRequest): Promise<RunSpec | Refusal> {
  const prepared = await prepare(request);
  return typeof prepared === 'string' ? { refused: prepared } : prepared;
}

async function prepare(request: RunRequest): Promise<RunSpec | Refusal | string> {
  const { prompt, baseUrl, apiKey, folder, defaults, runs } = request;
  const read = await readAgent(request.agent, folder);
  if (read.kind === 'failed') return read.message;
  const { agent, team } = read;
  const maxLlmCalls = request.maxLlmCalls ?? agent.maxLlmCalls ?? defaults?.maxLlmCalls ?? MAX_LLM_CALLS;
  if (maxLlmCalls >= HIGHEST_LLM_CALLS) return 'maxLlmCalls is absurdly large.';
  const { scriptTimeout = SCRIPT_LIMITS.timeoutSeconds, requireSandbox = false } = request;
  if (!(scriptTimeout > 0 && scriptTimeout <= MAX_SCRIPT_SECONDS))
    return `The time limit of scripts must be a number of seconds up to ${MAX_SCRIPT_SECONDS}.`;
  const guardSettings = request.guardSettings ?? agent.guards?.settings ?? defaults?.guardSettings;
  const skills = skillsOfRun(agent, request.skills);
  if (skills.kind === 'failed') return skills.message;
  const calledSkills = skillsOfTeam(team, skills.skills);
  const name = request.model ?? agent.model ?? DEFAULT_MODEL;
  const endpoint = endpointOf(name, baseUrl);
  if (typeof endpoint === 'string') return endpoint;
  const asksEndpoints = endpoint !== undefined || modelsOf(team).length > 0;
  const keys = createKeys({
    ...(apiKey === undefined || endpoint === undefined ? {} : { apiKey, origin: endpoint.origin }),
    ...(request.keys === undefined ? {} : { byOrigin: request.keys }),
    ...(request.environment === undefined || !asksEndpoints ? {} : keysOfEnvironment(request.environment)),
  });
  const { paced, reasoning, modelTimeout } = request;
  const thinking = reasoning === undefined ? {} : { reasoning };
  const editor = request.editor === undefined ? {} : { editor: request.editor };
  // A called agent's model of another provider is asked at that provider's own address.
  const addressFor = (other: string) =>
    baseUrl !== undefined && splitName(other).provider === splitName(name).provider ? { baseUrl } : {};
  const called = [...team.values()].flatMap(({ name: by, model: other }): readonly EndpointUse[] => {
    // The agent of the run is called by none, as that would go in circles.
    const at = other === undefined || by === agent.name ? undefined : endpointOf(other, addressFor(other).baseUrl);
    return typeof at === 'object' ? [{ endpoint: at, agent: by }] : [];
  });
  const trouble = findKeyIssue([...(endpoint === undefined ? [] : [{ endpoint }]), ...called], keys);
  if (trouble !== undefined) return { refused: trouble.message, missingKeys: trouble.missing };
  const model = await openModel({
    name,
    paced,
    keys,
    ...editor,
    ...thinking,
    ...(baseUrl === undefined ? {} : { baseUrl }),
  });
  if (model.kind === 'failed') return model.message;
  const maxTokens = request.maxTokens ?? agent.maxTokens ?? defaults?.maxTokens ?? 0;
  const maxCost = request.maxCost ?? agent.maxCost ?? defaults?.maxCost ?? 0;
  const unpriced = maxCost > 0 && !model.simulated ? await priceNotes([name, ...modelsOf(team)], addressFor) : [];
  return {
    prompt,
    skills: skills.skills,
    notes: [...read.notes, ...skills.notes, ...unpriced],
    agent,
    team,
    ...(calledSkills.length === 0 ? {} : { calledSkills }),
    trusted: request.trusted && request.named !== false,
    openModel: (other) => openModel({ name: other, paced, keys, ...editor, ...thinking, ...addressFor(other) }),
    ...(request.agent === undefined ? {} : { agentFile: request.agent }),
    folder,
    model,
    guards: request.guards ?? agent.guards?.preset ?? defaults?.guards ?? 'default',
    maxLlmCalls,
    ...(maxTokens > 0 ? { maxTokens } : {}),
    ...(maxCost > 0 ? { maxCost } : {}),
    ...thinking,
    ...(modelTimeout === undefined ? {} : { modelTimeout }),
    ...(request.scriptTimeout === undefined ? {} : { scriptTimeout }),
    requireSandbox,
    runs,
    // A tool, a script or a message can bring what it found in our environment: it stays out of the journal, too.
    secrets: [...keys.all, ...networkSecrets(), ...secretsOfEnvironment(process.env)],
    ...(apiKey === undefined || endpoint === undefined ? {} : { keyedFor: endpoint.baseUrl }),
    executor: localExecutor({ trusted: request.trusted, timeoutSeconds: scriptTimeout, requireSandbox }),
    ...(guardSettings === undefined ? {} : { guardSettings }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  };
}

/** What the command line finds by itself. */
function keysOfEnvironment(environment: NonNullable<RunRequest['environment']>) {
  return { environment, file: readKeyFile(environment) };
}

function modelsOf(team: ReadonlyMap<string, Agent>): readonly string[] {
  return [...team.values()].flatMap(({ model }) => (model === undefined ? [] : [model]));
}

/** Whether it is one of VS Code's, which tells no prices. */
function isEditorModel(name: string): boolean {
  return splitName(name).provider === 'vscode';
}

/** Models whose calls a limit of money cannot count. */
async function priceNotes(
  names: readonly string[],
  addressFor: (name: string) => { readonly baseUrl?: string },
): Promise<readonly string[]> {
  const { modelFacts } = await import('../models/prices.ts');
  const notes: string[] = [];
  for (const name of new Set(names)) {
    const endpoint = endpointOf(name, addressFor(name).baseUrl);
    const known = typeof endpoint === 'object' ? (await modelFacts(endpoint)) !== undefined : !isEditorModel(name);
    if (known) continue;
    notes.push(
      `No price is known for ${name}: what it costs counts for maxCost only where its endpoint reports it. maxTokens holds always.`,
    );
  }
  return notes;
}
