import type { Tool } from '../../../runtime/loop/interfaces/tools.ts';
import { defined } from '../../../skill/index.ts';
import { skillOnDisk } from './folders.ts';
import { type RunOnceOptions, type RunOutcome, runOnce } from './run-once.ts';
import { type Line, scriptedModel } from './scripted-model.ts';

export const LIST: Line = { calls: [['list_skills', {}]] };
export const LOAD: Line = { calls: [['load_skill', { skill_name: 'demo' }]] };
export const READ: Line = {
  calls: [['load_skill_resource', { skill_name: 'demo', file_path: 'references/guide.md' }]],
};
export const LOOK: Line = { calls: [['look', {}]] };
export const DONE: Line = { text: 'Done.' };
const LINES = [LIST, LOAD, READ, LOOK, DONE];

/** The differences of a run from the default one. */
export interface RunVariant extends Partial<RunOnceOptions> {
  readonly lines?: readonly Line[];
  readonly body?: string;
  readonly description?: string;
  readonly guide?: string;
  readonly seen?: string;
}

/** Runs an agent on a skill with one bundled file and one tool. */
export function play({
  lines = LINES,
  body = 'Look.',
  description = 'Looks.',
  guide = 'Guide.',
  seen = 'sky',
  ...more
}: RunVariant): Promise<RunOutcome> {
  const look: Tool = {
    name: 'look',
    description: 'Looks.',
    inputSchema: { type: 'object' },
    execute: () => ({ kind: 'result', value: { seen, durationMs: performance.now() } }),
  };
  const manifest = `---\nname: demo\ndescription: ${description}\nmetadata:\n  adk_additional_tools: [look]\n---\n${body}\n`;
  const skill = skillOnDisk(
    'demo',
    defined({
      'SKILL.md': manifest,
      'references/guide.md': guide || undefined,
    }),
  );
  return runOnce({ model: scriptedModel(lines), skills: [skill], pool: [look], ...more });
}
