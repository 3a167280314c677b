import type { StressLinks } from '../../runtime/protocol/stress.ts';

/** What a click on the page does; each is handed the skill's folder. Nothing else may be called from there. */
export const CAUSE = 'skillwright.stress.cause';
export const FIX = 'skillwright.stress.fix';
export const AGAIN = 'skillwright.stress.again';
export const WORST = 'skillwright.stress.worst';
export const MANIFEST = 'skillwright.stress.manifest';

/** The links of a page: commands, as the page has no scripts. */
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
