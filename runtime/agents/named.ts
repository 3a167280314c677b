import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** An agent as a person named it, for one run. */
export interface NamedAgent {
  /** Absolute path of the folder of runs. */
  readonly runs: string;
  readonly run: string;
  readonly agent: string;
  readonly folder: string;
}

/**
 * Remembers, outside the workspace, that a person named this agent for this run. A journal lies in the workspace and may
 * come from anywhere: what it says of an agent is no reason to load that agent's modules when the run is resumed.
 */
export function rememberNamed(named: NamedAgent): void {
  const file = fileOf(named);
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, contentOf(named), { mode: 0o600 });
  } catch {
    // Without a place to write to, a resume asks for the agent to be named anew.
  }
}

export function wasNamed(named: NamedAgent): boolean {
  try {
    return readFileSync(fileOf(named), 'utf8') === contentOf(named);
  } catch {
    return false;
  }
}

/** The run is over: it cannot be resumed any more. */
export function forgetNamed(named: NamedAgent): void {
  rmSync(fileOf(named), { force: true });
}

function contentOf({ agent, folder }: NamedAgent): string {
  return JSON.stringify({ agent, folder });
}

function fileOf({ runs, run }: NamedAgent): string {
  const key = createHash('sha256').update(`${runs}\0${run}`).digest('hex');
  return join(stateHome(), 'skillwright', 'named-agents', `${key}.json`);
}

/** The system's folder for what programs remember. */
function stateHome(): string {
  const { XDG_STATE_HOME: xdg, LOCALAPPDATA: local } = process.env;
  if (xdg?.startsWith('/')) return xdg;
  if (process.platform === 'win32') return local ?? join(homedir(), 'AppData', 'Local');
  return process.platform === 'darwin'
    ? join(homedir(), 'Library', 'Application Support')
    : join(homedir(), '.local', 'state');
}
