import { hasTools } from '../agents/has-tools.ts';
import { codeParts } from '../approvals/agent-code.ts';
import { type NamedAgent, rememberNamedAgent } from '../approvals/named-agents.ts';
import { forgetKeySent, rememberKeySent } from '../models/keys/keyed-runs.ts';
import { recordStart } from '../run/run-origin.ts';
import type { RunSpec } from '../run/run-spec.ts';

/** The consent that a command implies: to connecting to the run's endpoint, sending it the key, and starting the agent's code. */
export interface Consent {
  /** Stores it for a resume. */
  remember(run: string): void;
  /**
   * Deletes the consent to send the key when the run can no longer be resumed. The consent to start the code remains for
   * forks; it is bound to the content of that code.
   */
  forget(run: string): void;
}

/** Derives the consent from the run that a command starts. */
export async function consentOf(spec: RunSpec): Promise<Consent> {
  const { runs, keyedFor } = spec;
  const named = await namedAgent(spec);
  return {
    remember(run) {
      recordStart({ runs, run }, spec);
      if (named !== undefined) rememberNamedAgent({ runs, run }, named);
      if (keyedFor !== undefined) rememberKeySent({ runs, run }, keyedFor);
    },
    forget(run) {
      if (keyedFor !== undefined) forgetKeySent({ runs, run });
    },
  };
}

async function namedAgent({ agentFile, folder, trusted, agent, team }: RunSpec): Promise<NamedAgent | undefined> {
  if (agentFile === undefined || folder === undefined || trusted !== true || !hasTools(agent)) return undefined;
  return { agent: agentFile, folder, code: await codeParts([agent, ...(team?.values() ?? [])]) };
}
