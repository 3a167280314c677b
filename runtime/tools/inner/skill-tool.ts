import { defined, type Skill } from '../../../skill/index.ts';
import { SKILL_PREFIX } from '../../agents/tool-entry.ts';
import { failure, type Tool, type ToolOutcome, type Toolset } from '../../loop/interfaces/tools.ts';
import type { ScriptExecutor } from '../../scripts/executor.ts';
import { LOAD_RESOURCE } from '../../toolset/load-resource.ts';
import { RUN_SCRIPT } from '../../toolset/run-script.ts';
import { createSkillSource, type SkillSource } from '../../toolset/skill-source.ts';
import { skillToolset } from '../../toolset/skill-toolset.ts';
import type { RunShared } from '../run-shared.ts';
import { type InnerEnd, runInnerLoop } from './inner-run.ts';
import { skillFailure } from './skill-failure.ts';

/** Maximum number of model calls of a skill that runs as a tool, followed by one without tools. After that it fails. */
const SKILL_ITERATIONS = 10;

/** Creates `skills__NAME`, which runs the skill in its own loop, with its own resources and scripts and no other tools. */
export function skillTool(skill: Skill, shared: RunShared | undefined, maxIterations = SKILL_ITERATIONS): Tool {
  return {
    name: `${SKILL_PREFIX}${skill.name}`,
    description: skill.description,
    inputSchema: {
      type: 'object',
      properties: {
        input: { type: 'string', description: 'What the skill is to work on, in full: it sees nothing else.' },
      },
      required: ['input'],
    },
    runsToCompletion: true,
    repeatable: true,
    async execute(args, call) {
      const { input } = args;
      if (typeof input !== 'string' || input.trim() === '')
        return failure('INVALID_ARGUMENTS', "Argument 'input' is required.");
      if (shared === undefined) return skillFailure(skill.name, 'the skill cannot run outside a run');
      const skills = createSkillSource({ skills: [skill] });
      const end = await runInnerLoop(shared, call, {
        agent: skill.name,
        instruction: instructionOf(skill),
        prompt: input,
        toolset: ownTools(skills, shared.executor),
        skills,
        maxIterations,
      });
      return outcomeOf(skill.name, end);
    },
  };
}

function outcomeOf(skill: string, end: InnerEnd): ToolOutcome {
  if (end.reason === 'paused') return { kind: 'paused' };
  if (end.reason === 'cancelled') return failure('CANCELLED', 'The run was cancelled.');
  if (end.iterationCap === true) return skillFailure(skill, 'iteration_cap');
  if (end.reason === 'final') return { kind: 'result', value: end.result, changes: end.changed };
  return skillFailure(skill, end.error ?? end.reason);
}

/** Offers the skill's own resources and scripts only: no list, no load and no skills as tools, which prevents recursion. */
function ownTools(source: SkillSource, executor: ScriptExecutor | undefined): Toolset {
  const tools = skillToolset(
    defined({
      source,
      filter: [LOAD_RESOURCE, RUN_SCRIPT],
      executor,
    }),
  );
  return {
    async prepare(step) {
      return { ...(await tools.prepare(step)), instruction: RULES };
    },
  };
}

const RULES = [
  'Rules:',
  `1. \`${LOAD_RESOURCE}\` reads the files of this skill, \`${RUN_SCRIPT}\` runs its scripts, if they are available. There are no other tools.`,
  '2. If one of them answers with an error, do not retry it and do not try another path: say what is missing.',
  '3. You cannot ask anyone. Answer with the result and nothing else.',
].join('\n');

function instructionOf(skill: Skill): string {
  const { text, bodyStart } = skill.manifest;
  return `You carry out the skill '${skill.name}' for another agent. Do what it says with the input you are given.\n\n<skill name="${skill.name}">\n${text.slice(bodyStart).trim()}\n</skill>`;
}
