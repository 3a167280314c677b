/** Runs a script with a debugger attached. */
import type { ScriptDebugger } from '../loop/interfaces/script-debugger.ts';
import type { ScriptPlan } from './executor.ts';

/** A free port on the loopback interface. The address is not published over HTTP, so that only its reader can attach. */
const ARGUMENTS = ['--inspect-brk=127.0.0.1:0', '--inspect-publish-uid=stderr'];
/** Maximum number of characters of standard error before the address. */
const MAX_START = 4_096;

/** Returns why a script cannot be debugged, as a sentence that says what to do; undefined if it can. */
export function inspectionProblem({ command, sandbox }: ScriptPlan, debug: ScriptDebugger): string | undefined {
  const path = command.at(-1) ?? '';
  if (!/\.[cm]?js$/i.test(path))
    return `Step over ${path} instead: only JavaScript (.js, .mjs, .cjs) has a debugger here. It ran as one step.`;
  if (sandbox !== 'none')
    return `Step over ${path} instead: it runs in a sandbox without network, where no debugger reaches it. It ran as one step.`;
  return debug.refusal();
}

/** Returns the command line of a script of Node.js that waits for a debugger. */
export function inspectedCommand([node = '', ...rest]: readonly string[]): readonly string[] {
  return [node, ...ARGUMENTS, ...rest];
}

/**
 * Returns a function that takes the standard error of the script, in parts.
 * @param onAddress called with the address of the inspector when the script waits
 */
export function addressReader(onAddress: (address: string) => void): (part: string) => void {
  let start: string | undefined = '';
  return (part) => {
    if (start === undefined) return;
    start = (start + part).slice(0, MAX_START);
    const address = /^Debugger listening on (ws:\/\/127\.0\.0\.1:\d+\/[\w-]+)\r?\n/m.exec(start)?.[1];
    if (address === undefined && start.length < MAX_START) return;
    start = undefined;
    if (address !== undefined) onAddress(address);
  };
}

/** Removes what the inspector, not the script, wrote to standard error. */
export function withoutInspector(stderr: string): string {
  return stderr.replace(
    /^(?:Debugger (?:listening|ending) on ws:\/\/127\.0\.0\.1:.*|For help, see: https:\/\/nodejs\.org\/\S+|Debugger attached\.|Waiting for the debugger to disconnect\.\.\.)\r?\n/gm,
    '',
  );
}

/**
 * Lets a script continue that waits for a debugger.
 * @param address that of its inspector
 * @param onFailure called if the inspector cannot be reached
 */
export async function releaseScript(address: string, onFailure: () => void): Promise<void> {
  // Node.js has one from version 22 on.
  const Socket = globalThis.WebSocket ?? (await import('./web-socket.ts')).WebSocket;
  const socket = new Socket(address);
  socket.addEventListener('open', () => socket.send('{"id":1,"method":"Runtime.runIfWaitingForDebugger"}'));
  socket.addEventListener('message', () => socket.close());
  socket.addEventListener('error', onFailure);
}
