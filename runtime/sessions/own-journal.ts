import { type DetectResult, detectFile } from './detect.ts';

/** Returns true if a file is one of our own journals, or an error message if it cannot be read. */
export async function isOwnJournal(file: string): Promise<boolean | string> {
  const detected = await detectFile(file);
  return typeof detected === 'string' ? detected : isOwnFormat(detected);
}

/** Returns true for the format of our journals. */
export function isOwnFormat(detected: DetectResult): boolean {
  return detected.kind === 'format' && detected.format.id === 'skillwright';
}
