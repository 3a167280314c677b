/** The folders of a skill that ADK's tools can access. */
export const RESOURCE_FOLDERS = ['references', 'assets', 'scripts'] as const;

/** The error code of a path that leads out of the skill's folder, or out of those folders. */
export const INVALID_PATH = 'INVALID_RESOURCE_PATH';

export type PathResult =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'invalid'; readonly why: string };

const MAX_PATH_LENGTH = 1024;
/** Windows device names, with any extension. Rejected on every system, so that a skill behaves the same everywhere. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;

/**
 * Normalizes a path inside a skill: `/` between segments, no `./`. Anything that could lead out of the folder is rejected,
 * never resolved: `..`, absolute paths and drives, NUL and control characters, device names, also percent-encoded. Pure:
 * does not access the disk.
 */
export function normalizePath(written: string): PathResult {
  if (written.length > MAX_PATH_LENGTH) return invalid(`it is longer than ${MAX_PATH_LENGTH} characters`);
  const path = written
    .replaceAll('\\', '/')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');
  // Decodes twice, against %252e. A literal percent sign stays possible. The rest of `./%2f` is absolute, too.
  const forms = [written, path].flatMap((form) => [form, decodePercent(form), decodePercent(decodePercent(form))]);
  for (const form of new Set(forms)) {
    const why = findDanger(form);
    if (why !== undefined) return invalid(why);
  }
  return path === '' ? invalid('it is empty') : { kind: 'path', path };
}

function findDanger(path: string): string | undefined {
  if (hasControl(path)) return 'it contains control characters';
  const slashed = path.replaceAll('\\', '/');
  if (slashed.startsWith('/') || /^[a-z]:/i.test(slashed)) return 'it is absolute';
  if (slashed.startsWith('~')) return 'it leads to a home folder';
  for (const segment of slashed.split('/')) {
    // Windows drops trailing dots and spaces, which makes `.. ` and `...` dangerous.
    if (/^\.\.[. ]*$/.test(segment.trim())) return "it contains '..'";
    if (DEVICE.test(segment.trim())) return 'it names a device';
    if (segment.includes(':')) return "it contains ':'";
  }
  return undefined;
}

function hasControl(path: string): boolean {
  for (let i = 0; i < path.length; i++) {
    const unit = path.charCodeAt(i);
    if (unit < 0x20 || unit === 0x7f) return true;
  }
  return false;
}

function decodePercent(path: string): string {
  return path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function invalid(why: string): PathResult {
  return { kind: 'invalid', why };
}
