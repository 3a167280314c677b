import type { Host, Reply } from '../loop/host.ts';
import type { PauseEvent } from '../protocol/events.ts';
import { inlineText } from '../protocol/inline-text.ts';
import { plain } from './plain.ts';
import { type Ask, Prompt } from './prompt.ts';

export interface TerminalHostOptions {
  /** Approves confirmations and scripts beforehand. */
  readonly yes: boolean;
  /** Ask at the terminal; otherwise what needs an answer ends the run paused. */
  readonly prompts: boolean;
}

/** The person at a terminal. */
export interface TerminalHost extends Host {
  /** The terminal is closed. @returns whether the run ends paused for it, at a question that waited */
  leave(): boolean;
}

/** Asks at the terminal what a run has to ask. */
export function terminalHost(options: TerminalHostOptions): TerminalHost {
  const prompt = new Prompt();
  return {
    isInteractive: options.prompts,
    preapproves: (kind) => options.yes && kind === 'confirmation',
    async answer(pause, signal) {
      if (!options.prompts || pause.kind === 'credential') return 'unanswered';
      const asking = pause.kind === 'guard' ? askForGuard : askAtTerminal;
      // Cancelled, or the terminal went away.
      return (await prompt.during(signal, (ask) => asking(pause, ask))) ?? 'unanswered';
    },
    leave: () => prompt.leave(),
  };
}

async function askAtTerminal(pause: PauseEvent, ask: Ask): Promise<Reply> {
  const { script } = pause;
  const hint = plain(inlineText(pause.hint));
  // A warning stands above the source, which may be long; the question stays below it.
  const warned = script === undefined ? 0 : hint.indexOf('\n') + 1;
  if (script !== undefined) {
    const sandbox = script.sandbox === 'none' ? 'without a sandbox' : `in ${script.sandbox}`;
    const first = warned === 0 ? '' : `${hint.slice(0, warned)}\n`;
    process.stderr.write(`${first}${plain(script.source)}\n\n${plain(script.command)} (${sandbox})\n`);
  }
  const lasting = script?.files !== undefined;
  const choice = lasting ? '[y]es, [a]lways (in any folder, until a file of the skill changes), [N]o' : '[y/N]';
  // A slip of the finger is no refusal.
  for (;;) {
    const said = (await ask(`${hint.slice(warned)} ${choice} `)).trim();
    if (lasting && /^a(?:lways)?$/i.test(said)) return 'always';
    if (/^y(?:es)?$/i.test(said)) return 'approve';
    if (/^(?:no?)?$/i.test(said)) return 'deny';
  }
}

async function askForGuard(pause: PauseEvent, ask: Ask): Promise<Reply> {
  const said = await ask(`${plain(inlineText(pause.hint))} [c]ontinue, [S]top, [i]gnore for this tool: `);
  const letter = said.trim().toLowerCase()[0];
  return letter === 'c' ? 'continue' : letter === 'i' ? 'ignore' : 'stop';
}
