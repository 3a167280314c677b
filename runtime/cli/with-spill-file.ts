import { SpillError, SpillFile } from '../journal/spilled-list.ts';
import { INVALID_USAGE } from './exit-codes.ts';
import type { Output } from './output.ts';

/**
 * Runs a command that keeps what does not fit into memory in a temporary file, and removes the file. Returns the command's exit code;
 * if the file fails, prints the message and returns that of invalid usage.
 */
export async function withSpillFile(output: Output, command: (spill: SpillFile) => Promise<number>): Promise<number> {
  const spill = new SpillFile();
  try {
    return await command(spill);
  } catch (error) {
    if (!(error instanceof SpillError)) throw error;
    output.error(error.message);
    return INVALID_USAGE;
  } finally {
    spill.close();
  }
}
