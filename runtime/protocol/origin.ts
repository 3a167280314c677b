/** Where a run that is to go on comes from, by a record of this machine. Types only. */
export type RunOrigin = {
  /** Hash of what the journal says of where the run goes: what a person agrees to when they trust it. */
  readonly shown: string;
} & (
  | { readonly kind: 'here' }
  /** This machine did not begin it: its journal, or the workspace with it, was copied, moved or made by somebody else. */
  | { readonly kind: 'elsewhere' }
  /** It did, and the journal says something else by now: what, in words. */
  | { readonly kind: 'changed'; readonly changed: readonly string[] }
);
