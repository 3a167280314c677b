import * as vscode from 'vscode';
import type { RunMemory } from '../dialogues/memory.ts';
import { type PickItem, pickStep, type StepResult } from '../dialogues/multi-step.ts';
import { type AgentSummary, agentsIn } from '../runs/agents.ts';

const FILES = '**/{.skillwright.json,*.agent.md}';
const MOST_FILES = 200;

/** The agents of the workspace's folders; none where a file cannot be read. */
export async function agentsOfWorkspace(): Promise<readonly AgentSummary[]> {
  const found = await vscode.workspace.findFiles(FILES, '**/node_modules/**', MOST_FILES);
  const texts = await Promise.all(
    found.map(async (file) => {
      // As it is on disk, which is what a run reads.
      const bytes = await Promise.resolve(vscode.workspace.fs.readFile(file)).catch(() => new Uint8Array());
      return { path: file.fsPath, text: new TextDecoder().decode(bytes) };
    }),
  );
  return agentsIn(texts);
}

/** Which agent a run is remembered by, in this workspace. */
export function agentKey({ agent, folder }: AgentSummary): string {
  return `${folder}\n${agent}`;
}

/** Asks for the agent, the last one first in line; `none` is a run with skills alone. */
export function agentStep(
  agents: readonly AgentSummary[],
  memory: RunMemory,
  place: { readonly title: string; readonly step: number; readonly totalSteps: number },
): Promise<StepResult<AgentSummary | 'none'>> {
  const none: PickItem<AgentSummary | 'none'> = {
    label: 'No agent: just these skills',
    detail: 'A plain instruction, and the tools of skills',
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
  const last = items.find((item) => item.value !== 'none' && agentKey(item.value) === memory.agent());
  return pickStep({
    ...place,
    placeholder: 'Which agent should run?',
    items: [none, ...items],
    active: (last ?? none).label,
  });
}
