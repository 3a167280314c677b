import type { ExportPreview } from '../protocol/export.ts';
import { oneLine } from './plain-text.ts';

/** Formats the content of an export for the terminal. */
export function prettyPreview(preview: ExportPreview, out: string | undefined): string {
  const { run, model, events, prompts, modelCalls, toolCalls, instructions, skills, characters, redacted } = preview;
  return [
    out === undefined ? `Run ${oneLine(run)} would export:` : `Exported run ${oneLine(run)} to ${oneLine(out)}:`,
    `  ${count(prompts, 'prompt')}, ${count(modelCalls, 'model call')} of ${oneLine(model)}, ${count(toolCalls, 'tool call')}, ${count(events, 'event')}`,
    `  ${count(instructions, 'set')} of instructions and tools; skills: ${skills.length === 0 ? 'none' : skills.map(oneLine).join(', ')}`,
    `  ${characters.toLocaleString('en-US')} characters of prompts, replies, arguments and results`,
    `  ${redacted === 0 ? 'no secrets found' : `secrets redacted in ${count(redacted, 'place')}`}${preview.absolutePaths ? '; absolute paths of this machine are included' : ''}`,
  ].join('\n');
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
}
