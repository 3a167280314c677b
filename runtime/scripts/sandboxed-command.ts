/** What is to run in a sandbox. Paths are absolute, links followed. */
export interface SandboxedCommand {
  /** The working folder, and the only place that can be written to. */
  readonly folder: string;
  /** Files and folders that are read beside the system's own. */
  readonly needs: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  /** Descriptor that the sandbox's own process is to be named at, where the program can; it is open then. */
  readonly childFd?: number;
  /** Descriptors to close, where the program can; they are open on the null device. */
  readonly closes?: readonly number[];
}
