import type { Memory, PastCall } from './simulated-memory.ts';

/** Says what the model did, and that it is simulated. */
export function answerText(memory: Memory): string {
  const skill = memory.calls.find((call) => call.tool === 'load_skill' && call.errorCode === undefined);
  const read = paths(memory, (call) => call.tool === 'load_skill_resource' && call.errorCode === undefined);
  const ran = paths(memory, (call) => call.tool === 'run_skill_script' && typeof call.value.status === 'string');
  const missing = paths(memory, (call) => /^(?:RESOURCE|SCRIPT)_NOT_FOUND/.test(call.errorCode ?? ''));
  const other = paths(
    memory,
    (call) => call.errorCode !== undefined && !missing.includes(pathOf(call)) && typeof call.value.status !== 'string',
  );
  const lines = [
    skill === undefined
      ? 'I found no skill to load for this.'
      : `I loaded the skill '${String(skill.value.skill_name)}' for: ${memory.prompt.trim().slice(0, 200)}`,
    ...(read.length > 0 ? [`Read: ${read.join(', ')}.`] : []),
    ...(ran.length > 0 ? [`Ran: ${ran.join(', ')}.`] : []),
    ...(missing.length > 0 ? [`Asked for, but not there: ${missing.join(', ')}.`] : []),
    ...(other.length > 0 ? [`Could not be used: ${other.join(', ')}.`] : []),
    '(Simulated model: it plays what a weak model does with this skill; no language model was asked.)',
  ];
  return lines.join('\n');
}

function paths(memory: Memory, which: (call: PastCall) => boolean): readonly string[] {
  return [...new Set(memory.calls.filter(which).map(pathOf))].filter((path) => path !== '');
}

function pathOf(call: PastCall): string {
  return typeof call.args.file_path === 'string' ? call.args.file_path : '';
}
