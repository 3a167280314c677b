/** The message of anything thrown, on one line where it is an `Error`. Never throws: what is thrown may be anything. */
export function messageOf(error: unknown): string {
  try {
    return String(written(error));
  } catch {
    return 'an error that cannot be read';
  }
}

function written(error: unknown): string {
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

/** Node's error code (`ENOENT`), where there is one. */
export function codeOf(error: unknown): string | undefined {
  try {
    if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
    const { code } = error;
    return typeof code === 'string' ? code : undefined;
  } catch {
    return undefined;
  }
}
