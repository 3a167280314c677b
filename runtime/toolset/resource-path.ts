/** The folders of a skill that tools can reach, as ADK has them. */
export const RESOURCE_FOLDERS = ['references', 'assets', 'scripts'] as const;

export type PathResult =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'invalid'; readonly why: string };

const LONGEST_PATH = 1024;
/** Names that Windows takes for devices, with any extension. Refused everywhere, so that a skill behaves the same everywhere. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;

/**
 * The one spelling of a path inside a skill: `/` between segments, without `./`. Whatever could lead out of the folder
 * is refused and never resolved: `..`, absolute paths and drives, NUL and control characters, device names, and the same
 * again behind percent-encoding. Pure: the disk is not asked.
 */
export function normalisePath(written: string): PathResult {
  if (written.length > LONGEST_PATH) return invalid(`it is longer than ${LONGEST_PATH} characters`);
  const path = written
    .replaceAll('\\', '/')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');
  // Twice, against %252e; a literal percent sign in a file's name stays possible. What `./%2f` leaves is absolute, too.
  const forms = [written, path].flatMap((form) => [form, decoded(form), decoded(decoded(form))]);
  for (const form of new Set(forms)) {
    const why = danger(form);
    if (why !== undefined) return invalid(why);
  }
  return path === '' ? invalid('it is empty') : { kind: 'path', path };
}

function danger(path: string): string | undefined {
  if (hasControl(path)) return 'it holds control characters';
  const slashed = path.replaceAll('\\', '/');
  if (slashed.startsWith('/') || /^[a-z]:/i.test(slashed)) return 'it is absolute';
  if (slashed.startsWith('~')) return 'it leads to a home folder';
  for (const segment of slashed.split('/')) {
    // Windows drops trailing dots and spaces, so that `.. ` and `...` are dangerous there.
    if (/^\.\.[. ]*$/.test(segment.trim())) return "it holds '..'";
    if (DEVICE.test(segment.trim())) return 'it names a device';
    if (segment.includes(':')) return "it holds ':'";
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

function decoded(path: string): string {
  return path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function invalid(why: string): PathResult {
  return { kind: 'invalid', why };
}
