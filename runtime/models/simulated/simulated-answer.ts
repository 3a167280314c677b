import type { Memory, PastCall } from './simulated-memory.ts';
import { isSkillTool } from './simulated-tools.ts';

/** Returns an answer that lists what the model did and states that it is simulated. */
export function answerText(memory: Memory): string {
  const skill = memory.calls.find((call) => call.tool === 'load_skill' && call.errorCode === undefined);
  const read = paths(memory, (call) => call.tool === 'load_skill_resource' && call.errorCode === undefined);
  const ran = paths(memory, (call) => call.tool === 'run_skill_script' && typeof call.value.status === 'string');
  const missing = paths(memory, (call) => /^(?:RESOURCE|SCRIPT)_NOT_FOUND/.test(call.errorCode ?? ''));
  const isMissing = new Set(missing);
  const other = paths(
    memory,
    (call) =>
      call.errorCode !== undefined &&
      isSkillTool(call.tool) &&
      !isMissing.has(pathOf(call)) &&
      typeof call.value.status !== 'string',
  );
  const called = memory.calls.filter((call) => !isSkillTool(call.tool));
  const lines = [
    skill === undefined
      ? memory.calls.some((call) => call.tool === 'list_skills')
        ? 'I found no skill to load for this.'
        : `I worked on: ${memory.prompt.trim().slice(0, 200)}`
      : `I loaded the skill '${String(skill.value.skill_name)}' for: ${memory.prompt.trim().slice(0, 200)}`,
    ...(read.length > 0 ? [`Read: ${read.join(', ')}.`] : []),
    ...(ran.length > 0 ? [`Ran: ${ran.join(', ')}.`] : []),
    ...(missing.length > 0 ? [`Requested, but not found: ${missing.join(', ')}.`] : []),
    ...(other.length > 0 ? [`Could not be used: ${other.join(', ')}.`] : []),
    ...new Set(called.map((call) => `${call.tool} ${summarize(call)}`)),
    '(Simulated model: it imitates what a weak model does with this skill; no language model was used.)',
  ];
  return lines.join('\n');
}

/** Summarizes a tool's result. */
function summarize(call: PastCall): string {
  if (call.errorCode !== undefined) return `failed: ${String(call.value.error ?? call.errorCode).slice(0, 200)}`;
  const text = call.text === '' ? JSON.stringify(call.value) : call.text;
  return `answered: ${text.split('\n', 1)[0]?.slice(0, 200)}`;
}

function paths(memory: Memory, which: (call: PastCall) => boolean): readonly string[] {
  return [...new Set(memory.calls.filter(which).map(pathOf))].filter((path) => path !== '');
}

function pathOf(call: PastCall): string {
  return typeof call.args.file_path === 'string' ? call.args.file_path : '';
}
