import { hasTools } from '../agents/has-tools.ts';
import { codeParts } from '../approvals/agent-code.ts';
import { forgetNamedAgent, type NamedAgent, rememberNamedAgent } from '../approvals/named-agents.ts';
import { forgetKeySent, rememberKeySent } from '../models/keyed-runs.ts';
import { recordStart } from '../run/run-origin.ts';
import type { RunSpec } from '../run/run-spec.ts';

/** What a person agrees to by giving a command: where the run goes, that the agent starts its code, and that the key goes to the endpoint. */
export interface Vouched {
  /** Remembers it for a resume. */
  remember(run: string): void;
  /** The run cannot be resumed any more. */
  forget(run: string): void;
}

/** Reads off a run what the command that starts it agrees to. */
export async function vouchedFor(spec: RunSpec): Promise<Vouched> {
  const { runs, keyedFor } = spec;
  const named = await namedAgent(spec);
  return {
    remember(run) {
      recordStart({ runs, run }, spec);
      if (named !== undefined) rememberNamedAgent({ runs, run }, named);
      if (keyedFor !== undefined) rememberKeySent({ runs, run }, keyedFor);
    },
    forget(run) {
      if (named !== undefined) forgetNamedAgent({ runs, run });
      if (keyedFor !== undefined) forgetKeySent({ runs, run });
    },
  };
}

async function namedAgent({ agentFile, folder, trusted, agent, team }: RunSpec): Promise<NamedAgent | undefined> {
  if (agentFile === undefined || folder === undefined || trusted !== true || !hasTools(agent)) return undefined;
  return { agent: agentFile, folder, code: await codeParts([agent, ...(team?.values() ?? [])]) };
}
