import type { ExportPreview } from '../protocol/export.ts';
import { formatCount } from '../text/count.ts';
import { oneLine } from './plain-text.ts';

/** Formats the content of an export for the terminal. */
export function prettyPreview(preview: ExportPreview, out: string | undefined, hidesHome: boolean): string {
  const { run, model, events, prompts, modelCalls, toolCalls, instructions, skills, characters, redacted } = preview;
  return [
    out === undefined ? `Run ${oneLine(run)} would export:` : `Exported run ${oneLine(run)} to ${oneLine(out)}:`,
    `  ${formatCount(prompts, 'prompt')}, ${formatCount(modelCalls, 'model call')} of ${oneLine(model)}, ${formatCount(toolCalls, 'tool call')}, ${formatCount(events, 'event')}`,
    `  ${formatCount(instructions, 'set')} of instructions and tools; skills: ${skills.length === 0 ? 'none' : skills.map(oneLine).join(', ')}`,
    `  ${formatCount(characters, 'character')} of prompts, replies, arguments and results`,
    `  ${redacted === 0 ? 'no secrets found' : `secrets redacted in ${formatCount(redacted, 'place')}`}${preview.absolutePaths ? `; absolute paths are included${hidesHome ? '' : ', --hide-home shortens those in home folders'}` : ''}`,
  ].join('\n');
}
