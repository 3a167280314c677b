/** A word of a command line after quoting and expansion, as far as both are known without running it. */
export interface ShellWord {
  readonly text: string;
  /** True if an unquoted part of it is a pattern for file names. */
  readonly isPattern: boolean;
  /** True if a part of it is known only when the command runs, for example `$(pwd)`. */
  readonly isUnknown: boolean;
}
