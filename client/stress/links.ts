import type { StressLinks } from '../../runtime/protocol/stress.ts';

/** The commands that the page may run. Each receives the skill's folder. */
export const CAUSE = 'skillwright.stress.cause';
export const FIX = 'skillwright.stress.fix';
export const AGAIN = 'skillwright.stress.again';
export const WORST = 'skillwright.stress.worst';
export const MANIFEST = 'skillwright.stress.manifest';

/** Returns the links of a page. They are command URIs, because the page has no scripts. */
export function linksOf(root: string): StressLinks {
  const link = (command: string): string => `command:${command}?${encodeURIComponent(JSON.stringify([root]))}`;
  const numbered = encodeURIComponent(`[${JSON.stringify(root)},`);
  return {
    cause: `command:${CAUSE}?${numbered}{n}${encodeURIComponent(']')}`,
    fix: `command:${FIX}?${numbered}{n}${encodeURIComponent(']')}`,
    again: link(AGAIN),
    worst: link(WORST),
    manifest: link(MANIFEST),
  };
}
