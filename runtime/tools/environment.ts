/** What a process needs to find programs, its home and its language; nothing else of ours, which holds keys. */
const KEPT =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|XDG_\w+_(?:HOME|DIR|DIRS)|SystemRoot|SystemDrive|windir|PATHEXT|COMSPEC|APPDATA|LOCALAPPDATA|USERPROFILE|HOMEDRIVE|HOMEPATH|ProgramFiles(?:\(x86\))?|ProgramData|PROCESSOR_ARCHITECTURE)$/i;

/** Whether a variable is one that every process may see: no secret. */
export function isCommonVariable(name: string): boolean {
  return KEPT.test(name);
}

/** The environment for processes of modules and MCP servers: clean, with `more` on top. */
export function cleanEnvironment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const environment: Record<string, string> = {};
  // A value that begins so is a function that a shell exported.
  for (const [name, value] of Object.entries(process.env))
    if (value !== undefined && KEPT.test(name) && !value.startsWith('()')) environment[name] = value;
  return { ...environment, ...more };
}
