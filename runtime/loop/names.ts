/** Characters that a tool's name may have. Providers take 64 or 128 of them. */
export const LONGEST_NAME = 256;

/** Characters that are kept of a longer one, and what follows them: no tool has it in its name. */
const KEPT = 64;
const CUT = '…';

/** A name as a model wrote it, cut where it is longer than any: it would stand in the journal and in every request from then on. */
export function shortName(name: string): string {
  return name.length <= LONGEST_NAME ? name : name.slice(0, KEPT) + CUT;
}

/** Whether a name was cut. */
export function wasCut(name: string): boolean {
  return name.length === KEPT + CUT.length && name.endsWith(CUT);
}
