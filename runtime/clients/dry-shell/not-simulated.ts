/** Thrown if the output of a real shell cannot be predicted. Does not leave this folder: `dryRun` converts it to a result. */
export class NotSimulated extends Error {}
