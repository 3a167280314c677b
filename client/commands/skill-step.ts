import * as vscode from 'vscode';
import { formatCount } from '../../runtime/text/count.ts';
import type { SkillSummary } from '../../server/protocol.ts';
import type { RunMemory } from '../dialogs/memory.ts';
import { type PickItem, pickStep, type StepResult } from '../dialogs/multi-step.ts';
import type { AgentSummary } from '../runs/agents.ts';
import { openFirst, skillInFront } from './shown-skills.ts';

/** The position of a step in the dialog. */
export interface StepPosition {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
}

type Skills = readonly SkillSummary[] | 'create';

/**
 * Prompts for the skills of a run: one with Enter, several by checking them. The skill of the active editor is preselected.
 * @param preset names of the skills to preselect instead, if there are such skills
 */
export function skillStep(
  skills: Promise<readonly SkillSummary[]>,
  memory: RunMemory,
  agent: AgentSummary | undefined,
  position: StepPosition,
  preset: readonly string[] = [],
): Promise<StepResult<Skills>> {
  const none: PickItem<Skills> = { label: 'No skill', detail: "Only the agent's own tools", value: [] };
  const activeSkill = skills.then(skillInFront);
  const items = Promise.all([skills, activeSkill]).then(([all, active]) => {
    // A user who is editing a skill most likely wants to run that one.
    const inOrder = active === undefined ? openFirst(all) : [active, ...all.filter((skill) => skill !== active)];
    const skillItems = inOrder.map(
      (skill): PickItem<Skills> => ({
        label: skill.name,
        description: vscode.workspace.asRelativePath(skill.root),
        detail: skill.description,
        value: [skill],
      }),
    );
    const noSkillItems = agent?.hasTools === true ? [none] : [];
    if (all.length < 2) return [...noSkillItems, ...skillItems];
    const allItem: PickItem<Skills> = {
      label: `All ${formatCount(all.length, 'skill')}`,
      detail: 'The model chooses which to load',
      value: all,
    };
    return [...noSkillItems, ...skillItems, allItem];
  });
  const checked = Promise.all([skills, activeSkill]).then(([all, active]) => {
    const named = all.filter(({ name }) => preset.includes(name)).map(({ name }) => name);
    if (named.length > 0) return named;
    return active === undefined ? memory.skills() : [active.name];
  });
  return pickStep({
    ...position,
    placeholder: 'Select skills: press Enter for one, Tab and Space to check several',
    items,
    active: checked.then((names) => names[0]),
    multiSelect: {
      checked,
      combine: (chosen) => [...new Set(chosen.flatMap((one) => (one === 'create' ? [] : one)))],
    },
    emptyItem: { label: 'No skills in this workspace', detail: 'Create a skill', value: 'create' },
  });
}
