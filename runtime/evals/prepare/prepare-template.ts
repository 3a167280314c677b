import manifest from '../../../package.json' with { type: 'json' };
import { CLIENTS, defined } from '../../../skill/index.ts';
import { prepareRun, type Refusal, type RunRequest } from '../../run/prepare.ts';
import { CLIENT_MODEL, type ClientRunner } from '../runner/client-runner.ts';
import type { RunnerTemplate, RuntimeTemplate } from './prepare-trials.ts';

/** A request for the runs of one client and model. */
export type TemplateRequest = Omit<RunRequest, 'prompt' | 'with' | 'paced' | 'workspace' | 'install'> & {
  readonly client: string;
  readonly model: string;
  /** Absolute path of the workspace of clients; absent for an empty one. */
  readonly workspace?: string;
  readonly install?: 'user' | 'project';
};

/** Prepares the runs of one client and model, whose prompt, skills and seed each trial replaces, or returns a problem. */
export async function prepareTemplate(request: TemplateRequest): Promise<RuntimeTemplate | Refusal> {
  const { workspace, install, guards, ...rest } = request;
  const { client, model } = request;
  const isClient = client !== 'adk';
  const spec = await prepareRun(
    defined({
      ...rest,
      prompt: 'eval',
      with: [],
      paced: false,
      replacesWorkspace: true,
      // ADK's own guards are a preset.
      guards: guards === undefined ? undefined : guards === 'client' && !isClient ? 'adk' : guards,
      workspace: isClient ? (workspace ?? null) : undefined,
      install: isClient && install !== undefined ? install : undefined,
    }),
  );
  if ('refused' in spec) return spec;
  const profile = CLIENTS.find(({ behaviors }) => behaviors.some(({ id }) => id === client));
  return { client, version: profile?.version ?? manifest.version, model, spec };
}

/**
 * Prepares the trials of the author's own command.
 * @param models empty for the client's own model
 */
export function runnerTemplates(runner: ClientRunner, models: readonly string[]): readonly RunnerTemplate[] {
  const { id: client, version } = runner.profile;
  const names = models.length === 0 ? [CLIENT_MODEL] : [...new Set(models)];
  return names.map((model) => ({ client, version, model, runner }));
}
