import { defined } from '../../skill/index.ts';
import { CLIENT_RUN_IDS } from '../clients/client-run-ids.ts';
import { MAX_LLM_CALLS } from '../loop/model-call/limits.ts';
import type { StressParams, StressResult } from '../protocol/stress.ts';
import { STRESS_MODELS, STRESS_MODELS_IN_CLIENTS, STRESS_SEEDS_PER_CLIENT } from '../stress/defaults.ts';
import { stressPage } from '../stress/page.ts';
import { findSkillsIn, stressReport } from '../stress/report.ts';

/** Runs a stress test for the extension. Returns an error message if it cannot be run. */
export async function stressFromEditor(
  params: StressParams,
  signal: AbortSignal,
  onProgress: (done: number, planned: number) => void,
): Promise<StressResult | string> {
  const { skill, models, links, maxLlmCalls, workspace, install, seeds, clients: named, ...rest } = params;
  const clients = named?.includes('all') === true ? CLIENT_RUN_IDS : named;
  const found = findSkillsIn([skill]);
  if (found.kind === 'failed') return found.message;
  const report = await stressReport(
    defined({
      ...rest,
      skills: found.skills,
      clients,
      seeds: (clients?.length ?? 1) > 1 ? Math.min(seeds, STRESS_SEEDS_PER_CLIENT) : seeds,
      installation: defined({
        workspace,
        install,
      }),
      models: models.length > 0 ? models : clients === undefined ? STRESS_MODELS : STRESS_MODELS_IN_CLIENTS,
      // Some models never give up: without a limit the test would not end.
      maxLlmCalls: maxLlmCalls > 0 ? maxLlmCalls : MAX_LLM_CALLS,
      signal,
      onProgress: (_, done, planned) => onProgress(done, planned),
    }),
    found.notes,
  );
  if ('kind' in report) return report.message;
  return defined({ report, page: links === undefined ? undefined : stressPage(report, links) });
}
