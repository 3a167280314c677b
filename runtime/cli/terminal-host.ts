import type { Host, Reply } from '../loop/interfaces/host.ts';
import type { PauseEvent } from '../protocol/events.ts';
import { inlineText } from '../text/inline-text.ts';
import { questionText } from '../text/question-text.ts';
import { exactText } from './plain-text.ts';
import { type Ask, Prompt } from './prompt.ts';

export interface TerminalHostOptions {
  /** Approves confirmations and scripts in advance. */
  readonly yes: boolean;
  /** Prompts at the terminal; otherwise the first question ends the run as paused. */
  readonly prompts: boolean;
}

/** The user at a terminal. */
export interface TerminalHost extends Host {
  /** Handles a closed terminal. @returns true if that ends the run as paused, because a prompt was pending */
  handleClosedTerminal(): boolean;
}

/** Creates a host that prompts at the terminal. */
export function terminalHost(options: TerminalHostOptions): TerminalHost {
  const prompt = new Prompt();
  return {
    isInteractive: options.prompts,
    preapproves: (kind) => options.yes && kind === 'confirmation',
    async answer(pause, signal) {
      if (!options.prompts || pause.kind === 'credential') return 'unanswered';
      const askUser = pause.kind === 'guard' ? askForGuard : askAtTerminal;
      // Undefined if cancelled or the terminal was closed.
      return (await prompt.during(signal, (ask) => askUser(pause, ask))) ?? 'unanswered';
    },
    handleClosedTerminal: () => prompt.handleClosedTerminal(),
  };
}

async function askAtTerminal(pause: PauseEvent, ask: Ask): Promise<Reply> {
  const { above, question } = questionLines(pause);
  process.stderr.write(above);
  const offersAlways = pause.script?.files !== undefined;
  const choice = offersAlways ? '[y]es, [a]lways (in any folder, until a file of the skill changes), [N]o' : '[y/N]';
  // A typo is not a rejection.
  for (;;) {
    const reply = (await ask(`${question} ${choice} `)).trim();
    if (offersAlways && /^a(?:lways)?$/i.test(reply)) return 'always';
    if (/^y(?:es)?$/i.test(reply)) return 'approve';
    if (/^(?:no?)?$/i.test(reply)) return 'deny';
  }
}

/** Returns the question, which is printed last, and the lines above it: they may be long. */
export function questionLines(pause: PauseEvent): { readonly above: string; readonly question: string } {
  const { details, question } = questionText(pause);
  return { above: details === '' ? '' : `${exactText(details)}\n`, question: exactText(question) };
}

async function askForGuard(pause: PauseEvent, ask: Ask): Promise<Reply> {
  const reply = await ask(`${exactText(inlineText(pause.hint))} [c]ontinue, [S]top, [i]gnore for this tool: `);
  const letter = reply.trim().toLowerCase()[0];
  return letter === 'c' ? 'continue' : letter === 'i' ? 'ignore' : 'stop';
}
