import { messageOf } from '../errors.ts';
import { detectFormat, readSample, UnreadableFile } from './detect.ts';

/** Returns true if the content of a file is a journal of ours, or why the file cannot be read. */
export async function isOwnJournal(file: string): Promise<boolean | string> {
  try {
    const detected = detectFormat(await readSample(file));
    return detected.kind === 'format' && detected.format.id === 'skillwright';
  } catch (error) {
    return `${file} cannot be read. ${error instanceof UnreadableFile ? error.message : messageOf(error)}`;
  }
}
