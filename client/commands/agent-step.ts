import * as vscode from 'vscode';
import type { RunMemory } from '../dialogs/memory.ts';
import { type PickItem, pickStep, type StepResult } from '../dialogs/multi-step.ts';
import { type AgentSummary, parseAgents } from '../runs/agents.ts';

const FILES = '**/{.skillwright.json,*.agent.md}';
const MAX_FILES = 200;

/** Finds the agents declared in the workspace folders. Files that cannot be read are ignored. */
export async function agentsOfWorkspace(): Promise<readonly AgentSummary[]> {
  const files = await vscode.workspace.findFiles(FILES, '**/node_modules/**', MAX_FILES);
  const texts = await Promise.all(
    files.map(async (file) => {
      // Read from disk rather than the editor, because that is what a run reads.
      const bytes = await Promise.resolve(vscode.workspace.fs.readFile(file)).catch(() => new Uint8Array());
      return { path: file.fsPath, text: new TextDecoder().decode(bytes) };
    }),
  );
  return parseAgents(texts);
}

/** Returns the key under which an agent is remembered in this workspace. */
export function agentKey({ agent, folder }: AgentSummary): string {
  return `${folder}\n${agent}`;
}

/** Prompts for the agent, preselecting the one used last. `none` is a run with skills only. */
export function agentStep(
  agents: readonly AgentSummary[],
  memory: RunMemory,
  position: { readonly title: string; readonly step: number; readonly totalSteps: number },
): Promise<StepResult<AgentSummary | 'none'>> {
  const none: PickItem<AgentSummary | 'none'> = {
    label: 'No agent, only skills',
    detail: 'Uses a generic instruction and the skill tools',
    value: 'none',
  };
  const items = agents.map(
    (agent): PickItem<AgentSummary | 'none'> => ({
      label: agent.name,
      description: vscode.workspace.asRelativePath(agent.file),
      detail: agent.description,
      value: agent,
    }),
  );
  const lastItem = items.find((item) => item.value !== 'none' && agentKey(item.value) === memory.agent());
  return pickStep({
    ...position,
    placeholder: 'Select the agent to run',
    items: [none, ...items],
    active: (lastItem ?? none).label,
  });
}
