import { spawnSync } from 'node:child_process';

/** True if bubblewrap works here, detected as a user would. */
export const HAS_BUBBLEWRAP =
  process.platform === 'linux' && spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-all', 'true']).status === 0;

/** True if scripts can run in a sandbox here: bubblewrap, or seatbelt on macOS. */
export const HAS_SANDBOX = HAS_BUBBLEWRAP || process.platform === 'darwin';
