import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import * as vscode from 'vscode';
import type { StartRunResult } from '../../runtime/protocol/rpc.ts';
import { defined } from '../../runtime/text/objects.ts';
import { agentsOfWorkspace } from '../commands/agent-step.ts';
import { askForParams, type RunAgentContext, startRun } from '../commands/run-agent.ts';
import { agentInFile } from '../runs/agents.ts';
import { runsFolder, runsFolders } from '../runs/runs-folder.ts';
import { readRunSettings } from '../runs/settings.ts';
import { type ForkFields, findJournal, isOfEarlierRun, readEarlierRun } from './earlier-run.ts';
import { DEBUG_TITLE, launchConfigurationOf, readLaunchFields } from './launch-configuration.ts';

/** The field of a resolved configuration with the journal of its run. */
export const JOURNAL = '__journal';

const DEFAULT_MODEL = 'simulated/weak';

/** Starts earlier runs again, each of which then waits for its debugger. Failures are shown to the user. */
export interface EarlierRuns {
  /** Resumes a run, given by its journal. */
  resume(journal: string): Promise<StartRunResult | undefined>;
  /** Forks a run at the step with this `seq`. */
  fork(journal: string, at: number, fields: ForkFields): Promise<StartRunResult | undefined>;
}

/** Completes launch configurations and starts their runs, each of which waits for its debugger. */
export class DebugConfigurationProvider implements vscode.DebugConfigurationProvider {
  readonly #context: RunAgentContext;
  readonly #earlier: EarlierRuns;

  constructor(context: RunAgentContext, earlier: EarlierRuns) {
    this.#context = context;
    this.#earlier = earlier;
  }

  /** Asks for what is missing: for everything if there is no configuration, as with F5 in a folder without a launch.json. */
  async resolveDebugConfiguration(
    _folder: vscode.WorkspaceFolder | undefined,
    config: vscode.DebugConfiguration,
  ): Promise<vscode.DebugConfiguration | undefined> {
    if (isOfEarlierRun(config)) return config;
    if (typeof config.prompt === 'string' && config.prompt.trim() !== '') return config;
    if (config.agent !== undefined || config.skills !== undefined) {
      const prompt = await askForPrompt();
      return prompt === undefined ? undefined : { ...config, prompt };
    }
    const document = vscode.window.activeTextEditor?.document.uri;
    const isSkill = document !== undefined && /(?:^|[\\/])SKILL\.md$/i.test(document.fsPath);
    const agent = document === undefined ? undefined : agentInFile(await agentsOfWorkspace(), document.fsPath);
    const params = await askForParams(
      this.#context,
      isSkill ? document : undefined,
      defined({
        title: DEBUG_TITLE,
        agent,
      }),
    );
    return params === undefined ? undefined : { ...config, ...launchConfigurationOf(params) };
  }

  /** Starts the run. Problems are shown with the next step, and end the session before it begins. */
  async resolveDebugConfigurationWithSubstitutedVariables(
    folder: vscode.WorkspaceFolder | undefined,
    config: vscode.DebugConfiguration,
  ): Promise<vscode.DebugConfiguration | undefined> {
    const cwd = typeof config.cwd === 'string' ? config.cwd : undefined;
    const root = folder ?? vscode.workspace.workspaceFolders?.[0];
    const base = cwd ?? root?.uri.fsPath ?? '';
    if (isOfEarlierRun(config)) return this.#startEarlier(config, base);
    const fields = readLaunchFields(config, base);
    if (typeof fields === 'string') {
      void vscode.window.showErrorMessage(fields);
      return undefined;
    }
    const { skills = [], model, ...rest } = fields;
    const scope = vscode.Uri.file(skills[0] ?? base);
    const started = await startRun(
      this.#context,
      defined({
        ...readRunSettings(scope),
        ...rest,
        skills,
        folder: base || undefined,
        ...(await this.#modelOf(model, fields.agent)),
        runs: runsFolder(scope, this.#context.storage),
        trusted: vscode.workspace.isTrusted,
        debug: true,
      }),
    );
    return started === undefined ? undefined : { ...config, prompt: fields.prompt, [JOURNAL]: started.journal };
  }

  /** Resumes or forks the run that a configuration names. Its folder is `runs`, or one of this window. */
  async #startEarlier(config: vscode.DebugConfiguration, base: string): Promise<vscode.DebugConfiguration | undefined> {
    const earlier = readEarlierRun(config);
    if (typeof earlier === 'string') {
      void vscode.window.showErrorMessage(earlier);
      return undefined;
    }
    const { runs } = config;
    const given = typeof runs === 'string' ? [isAbsolute(runs) ? runs : resolve(base, runs)] : undefined;
    const journal = findJournal(earlier.run, given ?? runsFolders(this.#context.storage), existsSync);
    if (journal === undefined) {
      const message = `Set "${earlier.kind}" in the launch configuration to another run: ${earlier.run} was not found.`;
      void vscode.window.showErrorMessage(message);
      return undefined;
    }
    const started = await (earlier.kind === 'continue'
      ? this.#earlier.resume(journal)
      : this.#earlier.fork(journal, earlier.at, earlier.fields));
    return started === undefined ? undefined : { ...config, [JOURNAL]: started.journal };
  }

  /** Returns the model: that of the configuration, of its agent, or the one chosen last. */
  async #modelOf(model: string | undefined, agent: string | undefined): Promise<{ model: string; baseUrl?: string }> {
    if (model !== undefined) return { model };
    const found = agent === undefined ? undefined : (await agentsOfWorkspace()).find((one) => one.agent === agent);
    if (found?.model !== undefined) return { model: found.model };
    const { id, baseUrl } = this.#context.memory.model() ?? { id: DEFAULT_MODEL };
    return defined({ model: id, baseUrl });
  }
}

async function askForPrompt(): Promise<string | undefined> {
  const prompt = await vscode.window.showInputBox({
    title: DEBUG_TITLE,
    prompt: 'Enter the prompt of the run',
    value: 'Follow the skill step by step.',
    ignoreFocusOut: true,
  });
  return prompt?.trim() === '' ? undefined : prompt?.trim();
}
