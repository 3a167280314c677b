/** A failure that is no defect: its message says what the user can do. */
export class UserError extends Error {}

/** Returns a message for any thrown value. Never throws, not even for a value whose properties throw when read. */
export function messageOf(error: unknown): string {
  try {
    return String(describe(error));
  } catch {
    return 'an error that cannot be read';
  }
}

function describe(error: unknown): string {
  if (error instanceof Error) return error.message === '' ? error.name : error.message;
  if (typeof error === 'string') return error;
  if (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string')
    return error.message;
  try {
    return JSON.stringify(error) ?? String(error);
  } catch {
    return String(error);
  }
}

/** Returns Node's error code (`ENOENT`), or undefined if there is none. */
export function codeOf(error: unknown): string | undefined {
  try {
    if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
    const { code } = error;
    return typeof code === 'string' ? code : undefined;
  } catch {
    return undefined;
  }
}
