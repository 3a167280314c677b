/** Splits an environment, because any process of the same user can read another one's variables (`/proc/PID/environ`). */

/** Variables that a process needs to find programs, its home directory and its language; none holds a secret. */
const COMMON =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|XDG_\w+_(?:HOME|DIR|DIRS)|SystemRoot|SystemDrive|windir|PATHEXT|COMSPEC|APPDATA|LOCALAPPDATA|USERPROFILE|HOMEDRIVE|HOMEPATH|ProgramFiles(?:\(x86\))?|ProgramData|PROCESSOR_ARCHITECTURE)$/i;

/** Variables that Node and the system's loader read only when a process starts. */
const AT_START =
  /^(?:NODE_OPTIONS|NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA|SSL_CERT_(?:FILE|DIR)|OPENSSL_CONF|(?:LD|DYLD)_LIBRARY_PATH)$/;

/** True if every process may see this variable, because it holds no secret. */
export function isCommonVariable(name: string): boolean {
  return COMMON.test(name);
}

/** An environment split in two. */
export interface SplitEnvironment {
  /** The variables to start the process with. */
  readonly inherited: Readonly<Record<string, string>>;
  /** The variables to send through a pipe, because they may hold a key. */
  readonly piped: Readonly<Record<string, string>>;
}

/** Splits an environment for a process whose visible environment must not hold a key. */
export function splitEnvironment(environment: Readonly<Record<string, string | undefined>>): SplitEnvironment {
  const set = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const isShown = ([name]: readonly [string, string]): boolean => isCommonVariable(name) || AT_START.test(name);
  return {
    inherited: Object.fromEntries(set.filter(isShown)),
    piped: Object.fromEntries(set.filter((entry) => !isShown(entry))),
  };
}
