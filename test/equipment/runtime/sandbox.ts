import { interpreterFor } from '../../../runtime/scripts/interpreters.ts';
import { sandboxFor } from '../../../runtime/scripts/sandbox.ts';

/** True if shell commands can run in a sandbox on this machine. */
export async function canSandbox(): Promise<boolean> {
  const shell = await interpreterFor('command.sh');
  if (shell.kind === 'failed') return false;
  return !('kind' in (await sandboxFor(shell, { requireSandbox: true })));
}
