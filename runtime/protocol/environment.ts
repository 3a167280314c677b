/** What of the environment a process is started with that everyone of the same user can look at (`/proc/PID/environ`). */

/** What a process needs to find programs, its home and its language; no secret stands there. */
const COMMON =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|XDG_\w+_(?:HOME|DIR|DIRS)|SystemRoot|SystemDrive|windir|PATHEXT|COMSPEC|APPDATA|LOCALAPPDATA|USERPROFILE|HOMEDRIVE|HOMEPATH|ProgramFiles(?:\(x86\))?|ProgramData|PROCESSOR_ARCHITECTURE)$/i;

/** What Node and the system's loader read as a process starts, and not later. */
const AT_START =
  /^(?:NODE_OPTIONS|NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA|SSL_CERT_(?:FILE|DIR)|OPENSSL_CONF|(?:LD|DYLD)_LIBRARY_PATH)$/;

/** Whether a variable is one that every process may see: no secret. */
export function isCommonVariable(name: string): boolean {
  return COMMON.test(name);
}

export interface SplitEnvironment {
  /** To start the process with. */
  readonly shown: Readonly<Record<string, string>>;
  /** To tell it by a pipe: what may hold a key, whatever its name. */
  readonly told: Readonly<Record<string, string>>;
}

/** Divides an environment for a process whose own must hold no key. */
export function splitEnvironment(environment: Readonly<Record<string, string | undefined>>): SplitEnvironment {
  const set = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const isShown = ([name]: readonly [string, string]): boolean => isCommonVariable(name) || AT_START.test(name);
  return {
    shown: Object.fromEntries(set.filter(isShown)),
    told: Object.fromEntries(set.filter((entry) => !isShown(entry))),
  };
}
