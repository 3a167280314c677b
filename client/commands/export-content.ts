import type { ExportPreview } from '../../runtime/protocol/export.ts';

/** A row of the list of an export's content: icon, label, description. */
export type ContentRow = readonly [icon: string, label: string, description: string];

/** Lists what an export contains, most sensitive parts last. */
export function contentOf(preview: ExportPreview): readonly ContentRow[] {
  const { prompts, modelCalls, toolCalls, instructions, skills, model, characters, redacted, absolutePaths } = preview;
  return [
    ['comment', count(prompts, 'prompt'), 'with the answers'],
    ['sparkle', count(modelCalls, 'model call'), `of ${model}, with messages and tokens`],
    [
      'tools',
      count(toolCalls, 'tool call'),
      'with arguments and results, including the content of files that were read',
    ],
    ...(instructions === 0
      ? []
      : [
          [
            'note',
            `${count(instructions, 'set')} of instructions`,
            'with the tools that the model was offered',
          ] as const,
        ]),
    ...(skills.length === 0 ? [] : [['book', count(skills.length, 'skill'), skills.join(', ')] as const]),
    ['file', `${characters.toLocaleString('en')} characters`, 'of text in total'],
    ...(absolutePaths ? [['folder', 'Absolute paths', 'of this machine, possibly with your user name'] as const] : []),
    redacted === 0
      ? ['shield', 'No secrets found', 'known keys and texts that look like one would be redacted']
      : ['shield', `Secrets redacted in ${count(redacted, 'place')}`, 'known keys and texts that look like one'],
  ];
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
