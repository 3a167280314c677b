/** The origin of a run that is to be resumed, according to this machine's records. Types only. */
export type RunOrigin = {
  /** Hash of the parts of the journal that determine where the run connects. A user who trusts the run agrees to it. */
  readonly shown: string;
} & (
  | { readonly kind: 'here' }
  /** This machine did not start it: the journal or its workspace was copied, moved or created elsewhere. */
  | { readonly kind: 'elsewhere' }
  /** This machine started it, but the journal has been modified; `changed` describes the differences. */
  | { readonly kind: 'changed'; readonly changed: readonly string[] }
);
