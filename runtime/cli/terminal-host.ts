import type { Host, Reply } from '../loop/host.ts';
import type { PauseEvent } from '../protocol/events.ts';
import { inlineText } from '../protocol/inline-text.ts';
import { stripControls } from './plain-text.ts';
import { prettyScript } from './pretty-script.ts';
import { type Ask, Prompt } from './prompt.ts';

export interface TerminalHostOptions {
  /** Approves confirmations and scripts in advance. */
  readonly yes: boolean;
  /** Prompts at the terminal; otherwise a request for an answer ends the run paused. */
  readonly prompts: boolean;
}

/** The user at a terminal. */
export interface TerminalHost extends Host {
  /** Handles a closed terminal. @returns true if that ends the run paused at a pending prompt */
  leave(): boolean;
}

/** Creates a host that prompts at the terminal. */
export function terminalHost(options: TerminalHostOptions): TerminalHost {
  const prompt = new Prompt();
  return {
    isInteractive: options.prompts,
    preapproves: (kind) => options.yes && kind === 'confirmation',
    async answer(pause, signal) {
      if (!options.prompts || pause.kind === 'credential') return 'unanswered';
      const asking = pause.kind === 'guard' ? askForGuard : askAtTerminal;
      // Undefined if cancelled or the terminal was closed.
      return (await prompt.during(signal, (ask) => asking(pause, ask))) ?? 'unanswered';
    },
    leave: () => prompt.leave(),
  };
}

async function askAtTerminal(pause: PauseEvent, ask: Ask): Promise<Reply> {
  const { script } = pause;
  const hint = stripControls(inlineText(pause.hint));
  // A warning is printed above the source, which may be long; the question below it.
  const warned = script === undefined ? 0 : hint.indexOf('\n') + 1;
  if (script !== undefined) {
    const first = warned === 0 ? '' : `${hint.slice(0, warned)}\n`;
    process.stderr.write(`${first}${prettyScript(script)}\n`);
  }
  const lasting = script?.files !== undefined;
  const choice = lasting ? '[y]es, [a]lways (in any folder, until a file of the skill changes), [N]o' : '[y/N]';
  // A typo is not a rejection.
  for (;;) {
    const reply = (await ask(`${hint.slice(warned)} ${choice} `)).trim();
    if (lasting && /^a(?:lways)?$/i.test(reply)) return 'always';
    if (/^y(?:es)?$/i.test(reply)) return 'approve';
    if (/^(?:no?)?$/i.test(reply)) return 'deny';
  }
}

async function askForGuard(pause: PauseEvent, ask: Ask): Promise<Reply> {
  const reply = await ask(`${stripControls(inlineText(pause.hint))} [c]ontinue, [S]top, [i]gnore for this tool: `);
  const letter = reply.trim().toLowerCase()[0];
  return letter === 'c' ? 'continue' : letter === 'i' ? 'ignore' : 'stop';
}
