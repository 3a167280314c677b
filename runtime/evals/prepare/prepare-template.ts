import manifest from '../../../package.json' with { type: 'json' };
import { CLIENTS } from '../../../skill/index.ts';
import { prepareRun, type Refusal, type RunRequest } from '../../run/prepare.ts';
import type { RunTemplate } from './prepare-trials.ts';

/** A request for the runs of one client and model. */
export type TemplateRequest = Omit<RunRequest, 'prompt' | 'with' | 'paced' | 'workspace' | 'install'> & {
  readonly client: string;
  readonly model: string;
  /** Absolute path of the workspace of clients; absent for an empty one. */
  readonly workspace?: string;
  readonly install?: 'user' | 'project';
};

/** Prepares the runs of one client and model, whose prompt, skills and seed each trial replaces, or returns a problem. */
export async function prepareTemplate(request: TemplateRequest): Promise<RunTemplate | Refusal> {
  const { workspace, install, guards, ...rest } = request;
  const { client, model } = request;
  const isClient = client !== 'adk';
  const spec = await prepareRun({
    ...{ ...rest, prompt: 'eval', with: [], paced: false },
    // ADK's own guards are a preset.
    ...(guards === undefined ? {} : { guards: guards === 'client' && !isClient ? 'adk' : guards }),
    ...(isClient ? { workspace: workspace ?? null } : {}),
    ...(isClient && install !== undefined ? { install } : {}),
  });
  if ('refused' in spec) return spec;
  const profile = CLIENTS.find(({ behaviors }) => behaviors.some(({ id }) => id === client));
  return { client, version: profile?.version ?? manifest.version, model, spec };
}
