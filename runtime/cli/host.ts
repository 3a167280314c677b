import { createInterface } from 'node:readline/promises';
import type { Host, Reply } from '../loop/host.ts';
import type { PauseEvent } from '../protocol/events.ts';
import { wholeText } from '../protocol/whole.ts';
import { plain } from './plain.ts';

export interface TerminalHostOptions {
  /** Approves confirmations and scripts beforehand. */
  readonly yes: boolean;
  /** Ask at the terminal; otherwise what needs an answer ends the run paused. */
  readonly prompts: boolean;
}

/** The person at a terminal. */
export function terminalHost(options: TerminalHostOptions): Host {
  return {
    present: options.prompts,
    preapproves: (kind) => options.yes && kind === 'confirmation',
    answer(pause, signal) {
      if (!options.prompts || pause.kind === 'credential') return Promise.resolve('unanswered');
      return pause.kind === 'guard' ? askForGuard(pause, signal) : askAtTerminal(pause, signal);
    },
  };
}

async function askAtTerminal(pause: PauseEvent, signal: AbortSignal): Promise<Reply> {
  const lines = readline();
  try {
    const { script } = pause;
    if (script !== undefined) {
      const sandbox = script.sandbox === 'none' ? 'without a sandbox' : `in ${script.sandbox}`;
      process.stderr.write(`${plain(script.source)}\n\n${plain(script.command)} (${sandbox})\n`);
    }
    const lasting = script?.files !== undefined;
    const choice = lasting ? '[y]es, [a]lways until a file of the skill changes, [N]o' : '[y/N]';
    // A slip of the finger is no refusal.
    for (;;) {
      const said = (await lines.question(`${plain(wholeText(pause.hint))} ${choice} `, { signal })).trim();
      if (lasting && /^a(?:lways)?$/i.test(said)) return 'always';
      if (/^y(?:es)?$/i.test(said)) return 'approve';
      if (/^(?:no?)?$/i.test(said)) return 'deny';
    }
  } catch {
    // Cancelled, or the terminal went away.
    return 'unanswered';
  } finally {
    lines.close();
  }
}

async function askForGuard(pause: PauseEvent, signal: AbortSignal): Promise<Reply> {
  const lines = readline();
  try {
    const said = await lines.question(`${plain(wholeText(pause.hint))} [c]ontinue, [S]top, [i]gnore for this tool: `, {
      signal,
    });
    const letter = said.trim().toLowerCase()[0];
    return letter === 'c' ? 'continue' : letter === 'i' ? 'ignore' : 'stop';
  } catch {
    return 'unanswered';
  } finally {
    lines.close();
  }
}

function readline() {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // In raw mode Ctrl-C is a key and no signal: pass it on, so that it cancels the run.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  return lines;
}
