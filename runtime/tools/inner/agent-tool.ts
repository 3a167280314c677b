import { defined } from '../../../skill/index.ts';
import type { Agent } from '../../agents/agent.ts';
import { failure, type Tool, type ToolOutcome, type Toolset } from '../../loop/interfaces/tools.ts';
import { formatCount } from '../../text/count.ts';
import type { SkillSource } from '../../toolset/skill-source.ts';
import { toolName } from '../names.ts';
import type { RunShared } from '../run-shared.ts';
import { type InnerEnd, runInnerLoop } from './inner-run.ts';

/** A called agent's skills and tools for one call. */
export interface OpenedAgent {
  readonly toolset: Toolset;
  readonly skills: SkillSource;
}

/**
 * Creates a tool from another agent, like ADK's AgentTool: its argument is `request`, its result the agent's final answer.
 * The calling agent stays in control; the conversation is not transferred.
 */
export function agentTool(agent: Agent, shared: RunShared, open: () => OpenedAgent | string): Tool {
  return {
    name: toolName(agent.name),
    description: agent.description ?? `Asks the agent '${agent.name}'.`,
    inputSchema: {
      type: 'object',
      properties: {
        request: { type: 'string', description: 'What the agent is to do, in full: it sees nothing else.' },
      },
      required: ['request'],
    },
    runsToCompletion: true,
    repeatable: true,
    async execute(args, call) {
      const { request } = args;
      if (typeof request !== 'string' || request.trim() === '')
        return failure('INVALID_ARGUMENTS', "Argument 'request' is required.");
      const opened = open();
      if (typeof opened === 'string') return agentFailure(agent, opened);
      const agentModel = agent.model === undefined ? undefined : await shared.openModel?.(agent.model);
      if (agentModel?.kind === 'failed') return agentFailure(agent, agentModel.message);
      const end = await runInnerLoop(
        shared,
        call,
        defined({
          agent: agent.name,
          instruction: agent.instruction,
          prompt: request,
          ...opened,
          model: agentModel?.model,
          maxIterations: agent.maxLlmCalls === undefined || agent.maxLlmCalls === 0 ? undefined : agent.maxLlmCalls,
        }),
      );
      return outcomeOf(agent, end);
    },
  };
}

function outcomeOf(agent: Agent, end: InnerEnd): ToolOutcome {
  if (end.reason === 'paused') return { kind: 'paused' };
  if (end.reason === 'cancelled') return failure('CANCELLED', 'The run was cancelled.');
  if (end.iterationCap === true && agent.maxLlmCalls !== undefined)
    return agentFailure(agent, `it was stopped after ${formatCount(agent.maxLlmCalls, 'model call')}`, end.text);
  if (end.reason === 'final') return { kind: 'result', value: end.result, changes: end.changed };
  return agentFailure(agent, end.error ?? `it was stopped (${end.reason})`, end.text);
}

/** @param text the agent's text before it failed */
function agentFailure(agent: Agent, why: string, text = ''): ToolOutcome {
  const error = `The agent '${agent.name}' did not finish: ${why}`;
  return failure('AGENT_FAILED', error, text === '' ? {} : { text });
}
