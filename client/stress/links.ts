import type { StressLinks } from '../../runtime/protocol/stress.ts';

/** The commands that the page may run. Each receives the skill's folder. */
export const CAUSE = 'skillwright.stress.cause';
export const FIX = 'skillwright.stress.fix';
/** Applies the fix of words of the matrix of clients. */
export const FIX_WORDS = 'skillwright.stress.fixWords';
export const AGAIN = 'skillwright.stress.again';
export const WORST = 'skillwright.stress.worst';
/** Compares clients; also from the palette, without a folder. */
export const CLIENTS = 'skillwright.stressInClients';
/** Opens words of the matrix of clients. */
export const WORDS = 'skillwright.stress.words';
/** Evaluates a skill; the command of evals. */
export const EVALUATE = 'skillwright.evaluateSkill';
export const MANIFEST = 'skillwright.stress.manifest';

/** Returns the links of a page, or of one that compares clients. They are command URIs, because the page has no scripts. */
export function linksOf(root: string, comparesClients: boolean): StressLinks {
  const link = (command: string): string => `command:${command}?${encodeURIComponent(JSON.stringify([root]))}`;
  const numbered = encodeURIComponent(`[${JSON.stringify(root)},`);
  return {
    cause: `command:${comparesClients ? WORDS : CAUSE}?${numbered}{n}${encodeURIComponent(']')}`,
    fix: `command:${comparesClients ? FIX_WORDS : FIX}?${numbered}{n}${encodeURIComponent(']')}`,
    again: link(comparesClients ? CLIENTS : AGAIN),
    clients: link(CLIENTS),
    evaluate: link(EVALUATE),
    worst: link(WORST),
    manifest: link(MANIFEST),
  };
}
