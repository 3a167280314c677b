import { diskFiles } from '../../skill/disk.ts';
import { provokes, readDocument, type Skill, type SkillDocument } from '../../skill/index.ts';
import type { Cause } from '../protocol/events.ts';

/**
 * Whether the words of a cause are such that only a very weak reader takes them for a file of the skill: prose that the
 * linter's `reference.guessable` is silent about, because most models would not ask. A written path never is.
 */
export function isDoubtful(skill: Skill, cause: Cause): boolean {
  const document = documentOf(skill, cause.file);
  if (document === undefined) return false;
  const start = offsetOf(document.text, cause.line, cause.column);
  const mention = document.mentions.find(({ range, text }) => range.start === start && text === cause.text);
  const isPath = document.references.some(({ range }) => range.start === start);
  return mention !== undefined && !isPath && provokes(mention, skill, document).kind === 'silent';
}

function documentOf({ manifest }: Skill, file: string): SkillDocument | undefined {
  if (file === manifest.path) return manifest;
  const read = diskFiles().read(file);
  return read.kind === 'text' ? readDocument(file, read.text) : undefined;
}

function offsetOf(text: string, line: number, column: number): number {
  let offset = 0;
  let left = line - 1;
  for (const end of text.matchAll(/\r\n|\r|\n/g)) {
    if (left-- === 0) break;
    offset = end.index + end[0].length;
  }
  return offset + column - 1;
}
