import * as vscode from 'vscode';
import { agentsOfWorkspace } from '../commands/agent-step.ts';
import { askForParams, type RunAgentContext, startRun } from '../commands/run-agent.ts';
import { runsFolder } from '../runs/runs-folder.ts';
import { readRunSettings } from '../runs/settings.ts';
import { DEBUG_TYPE, launchConfigurationOf, readLaunchFields } from './launch-configuration.ts';

/** The field of a resolved configuration with the journal of its run. */
export const JOURNAL = '__journal';

const DEFAULT_MODEL = 'simulated/weak';

/** Completes launch configurations and starts their runs, each of which waits for its debugger. */
export class DebugConfigurationProvider implements vscode.DebugConfigurationProvider {
  readonly #context: RunAgentContext;

  constructor(context: RunAgentContext) {
    this.#context = context;
  }

  /** Asks for what is missing: for everything if there is no configuration, as with F5 in a folder without a launch.json. */
  async resolveDebugConfiguration(
    _folder: vscode.WorkspaceFolder | undefined,
    config: vscode.DebugConfiguration,
  ): Promise<vscode.DebugConfiguration | undefined> {
    if (typeof config.prompt === 'string' && config.prompt.trim() !== '') return config;
    const document = vscode.window.activeTextEditor?.document.uri;
    const agent = config.agent ?? (document?.fsPath.endsWith('.agent.md') ? document.fsPath : undefined);
    if (agent !== undefined || config.skills !== undefined) {
      const prompt = await askForPrompt();
      if (prompt === undefined) return undefined;
      const base = { type: DEBUG_TYPE, request: 'launch', name: 'Debug Agent' };
      return { ...base, ...config, ...(agent === undefined ? {} : { agent }), prompt };
    }
    const isSkill = document !== undefined && /(?:^|[\\/])SKILL\.md$/i.test(document.fsPath);
    const params = await askForParams(this.#context, isSkill ? document : undefined);
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
    const fields = readLaunchFields(config, base);
    if (typeof fields === 'string') {
      void vscode.window.showErrorMessage(fields);
      return undefined;
    }
    const { skills = [], model, ...rest } = fields;
    const scope = vscode.Uri.file(skills[0] ?? base);
    const started = await startRun(this.#context, {
      ...readRunSettings(scope),
      ...rest,
      skills,
      ...(base === '' ? {} : { folder: base }),
      ...(await this.#modelOf(model, fields.agent)),
      runs: runsFolder(scope, this.#context.storage),
      trusted: vscode.workspace.isTrusted,
      debug: true,
    });
    return started === undefined ? undefined : { ...config, prompt: fields.prompt, [JOURNAL]: started.journal };
  }

  /** Returns the model: that of the configuration, of its agent, or the one chosen last. */
  async #modelOf(model: string | undefined, agent: string | undefined): Promise<{ model: string; baseUrl?: string }> {
    if (model !== undefined) return { model };
    const found = agent === undefined ? undefined : (await agentsOfWorkspace()).find((one) => one.agent === agent);
    if (found?.model !== undefined) return { model: found.model };
    const { id, baseUrl } = this.#context.memory.model() ?? { id: DEFAULT_MODEL };
    return { model: id, ...(baseUrl === undefined ? {} : { baseUrl }) };
  }
}

async function askForPrompt(): Promise<string | undefined> {
  const prompt = await vscode.window.showInputBox({
    title: 'Debug Agent',
    prompt: 'Enter the prompt of the run',
    value: 'Follow the skill step by step.',
    ignoreFocusOut: true,
  });
  return prompt?.trim() === '' ? undefined : prompt?.trim();
}
