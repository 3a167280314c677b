/** A command to run in a sandbox. Paths are absolute, links resolved. */
export interface SandboxedCommand {
  /** The working folder. It is the only writable location, unless `writable` says otherwise. */
  readonly folder: string;
  /** The only writable folders; there may be none. They cannot be moved or replaced. Those in `folder` are all that is visible in it. */
  readonly writable?: readonly string[];
  /** Folders in the writable ones that look empty. They and the folders above them cannot be moved. */
  readonly hidden?: readonly string[];
  /** Files and folders to make readable in addition to the system's own. */
  readonly needs: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  /** Open descriptor to which the sandbox reports the id of its child process, if supported. */
  readonly childFd?: number;
  /** Inherited descriptors to close, if supported. They must refer to the null device. */
  readonly closes?: readonly number[];
}
