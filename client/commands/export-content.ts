/** The content of an export of a run: all of it or a part, with home folders hidden or not. */

import type { ExportParams, ExportPreview } from '../../runtime/protocol/export.ts';
import { formatCount } from '../../runtime/text/count.ts';

/** A part of a run: its first and last event, the entire run if absent; and whether home folders are hidden. */
export type Part = Pick<ExportParams, 'from' | 'to' | 'hidesHome'>;

/** Parses a range such as `12-40`; undefined if it is not one. */
export function parsePart(text: string): Part | undefined {
  const [, first, last] = /^\s*(\d{1,9})\s*[-–]\s*(\d{1,9})\s*$/.exec(text) ?? [];
  const [from, to] = [Number(first), Number(last)];
  return from >= 1 && to >= from ? { from, to } : undefined;
}

/** A row of the list of an export's content: icon, label, description; selecting some hides or shows home folders. */
export type ContentRow = readonly [icon: string, label: string, description: string, togglesHome?: true];

/** Lists what an export contains, most sensitive parts last. */
export function contentOf(preview: ExportPreview, { hidesHome = false }: Part = {}): readonly ContentRow[] {
  const { prompts, modelCalls, toolCalls, instructions, skills, model, characters, redacted, absolutePaths } = preview;
  const results = 'with arguments and results, including the content of files that were read';
  const secrets = 'known keys and texts that look like one';
  return [
    ...countRow('comment', prompts, 'prompt', 'with the answers'),
    ...countRow('sparkle', modelCalls, 'model call', `of ${model}, with messages and tokens`),
    ...countRow('tools', toolCalls, 'tool call', results),
    ...countRow('note', instructions, 'version', 'of the instructions and tools that the model was offered'),
    ...countRow('book', skills.length, 'skill', skills.join(', ')),
    ['file', formatCount(characters, 'character'), 'of text in total'],
    ...(hidesHome
      ? [['folder', 'Home folders hidden', 'as ~; select to include them', true] as const]
      : absolutePaths
        ? [
            [
              'folder',
              'Absolute paths',
              'possibly with your user name; select to write ~ for home folders',
              true,
            ] as const,
          ]
        : []),
    redacted === 0
      ? ['shield', 'No secrets found', `${secrets} would be redacted`]
      : ['shield', `Secrets redacted in ${formatCount(redacted, 'place')}`, secrets],
  ];
}

/** Returns the row of something that is counted; none if there is nothing. */
function countRow(icon: string, number: number, noun: string, description: string): readonly ContentRow[] {
  return number === 0 ? [] : [[icon, formatCount(number, noun), description]];
}
