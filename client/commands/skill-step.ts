import * as vscode from 'vscode';
import type { SkillSummary } from '../../server/protocol.ts';
import type { RunMemory } from '../dialogues/memory.ts';
import { type PickItem, pickStep, type StepResult } from '../dialogues/multi-step.ts';
import { around } from '../editor/around.ts';
import type { AgentSummary } from '../runs/agents.ts';

/** Where a step stands in the dialogue. */
export interface Place {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
}

type Skills = readonly SkillSummary[] | 'create';

/** Asks for the skills of a run: one by Enter, several by checking them. That of the open editor is checked at first. */
export function skillStep(
  skills: Promise<readonly SkillSummary[]>,
  memory: RunMemory,
  agent: AgentSummary | undefined,
  place: Place,
): Promise<StepResult<Skills>> {
  const none: PickItem<Skills> = { label: 'No skill', detail: "Only the agent's own tools", value: [] };
  const open = skills.then(openSkill);
  const items = Promise.all([skills, open]).then(([all, shown]) => {
    // Who runs an agent with a skill before their eyes mostly means that one.
    const inOrder = shown === undefined ? all : [shown, ...all.filter((skill) => skill !== shown)];
    const each = inOrder.map(
      (skill): PickItem<Skills> => ({
        label: skill.name,
        description: vscode.workspace.asRelativePath(skill.root),
        detail: skill.description,
        value: [skill],
      }),
    );
    const own = agent?.hasTools === true ? [none] : [];
    if (all.length < 2) return [...own, ...each];
    const every: PickItem<Skills> = {
      label: `All ${all.length} skills`,
      detail: 'The model chooses which to load',
      value: all,
    };
    return [...own, ...each, every];
  });
  const checked = open.then((shown) => (shown === undefined ? memory.skills() : [shown.name]));
  return pickStep({
    ...place,
    placeholder: 'Which skills? Enter takes one, Tab and Space check several',
    items,
    active: checked.then((names) => names[0]),
    several: {
      checked,
      together: (chosen) => [...new Set(chosen.flatMap((one) => (one === 'create' ? [] : one)))],
    },
    empty: { label: 'No skill in this workspace yet', detail: 'Create one', value: 'create' },
  });
}

/** The skill that the open editor shows a file of. */
function openSkill(skills: readonly SkillSummary[]): SkillSummary | undefined {
  const here = skills.map((skill) => ({ root: vscode.Uri.file(skill.root).fsPath, skill }));
  return around(here, vscode.window.activeTextEditor?.document.uri.fsPath)?.skill;
}
