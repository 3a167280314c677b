import pc from 'picocolors';

/** Returns picocolors' functions for the standard output. They color only in a terminal: not in a pipe, a file or a CI log. */
export const terminalColors = (): ReturnType<typeof pc.createColors> =>
  pc.createColors(pc.isColorSupported && process.stdout.isTTY === true);
