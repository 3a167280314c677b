/** Thrown inside this folder if the answer of a real shell is unknown; `dryRun` turns it into a result. */
export class NotSimulated extends Error {}
