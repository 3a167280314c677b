/** Resolves the path that the user enters for a rename. */
import { dirname, extension, join, normalize, relative, within } from '../../skill/index.ts';
import type { Occurrence } from '../targets/target.ts';
import { parsePath } from './parsed-path.ts';

/** Returns a path as written, but decoded, for the user to change. */
export function editablePath({ written, form }: Occurrence): string {
  const plain =
    form === 'frontmatter' || form === 'import' || form === 'mention' || form === 'name' || form === 'anchor';
  const { segments, tail } = parsePath(written, plain ? 'bare' : form);
  return segments.map(({ prefix, name }) => prefix.replaceAll('\\', '/') + name).join('') + (tail === '' ? '' : '/');
}

/**
 * Returns the new path of the target (absolute) of an occurrence, if its text is to become `typed`, relative to the same
 * base. `root`: the skill's folder. Undefined if `typed` is invalid.
 */
export function newTarget(occurrence: Occurrence, target: string, typed: string, root: string): string | undefined {
  let clean = typed.trim().replaceAll('\\', '/');
  while (clean.endsWith('/')) clean = clean.slice(0, -1);
  if (clean === '' || clean.startsWith('/') || /^[A-Za-z]:\//.test(clean) || normalize(clean) === '') return undefined;
  if (occurrence.form === 'tree') {
    const count = normalize(editablePath(occurrence)).split('/').length;
    let folder = target;
    for (let index = 0; index < count; index++) folder = dirname(folder);
    return join(folder, clean);
  }
  switch (occurrence.kind) {
    case 'bare':
      return targetOfBareName(occurrence, target, clean, root);
    case 'installed': {
      const inner = relative(root, target);
      const head = normalize(occurrence.path).slice(0, -inner.length);
      const rest = within(head.replace(/\/$/, ''), normalize(clean));
      return rest ? join(root, rest) : undefined;
    }
    default:
      return occurrence.from === undefined ? undefined : join(occurrence.from, clean);
  }
}

/**
 * Returns the target of a bare name. Without a folder it stays in its folder; with one it is relative to the skill. A link
 * without an extension stays without one.
 */
function targetOfBareName(occurrence: Occurrence, target: string, clean: string, root: string): string {
  const targetExtension = extension(target);
  const omitsExtension = targetExtension !== '' && !occurrence.path.toLowerCase().endsWith(targetExtension);
  const fullName = omitsExtension && extension(clean) === '' ? clean + targetExtension : clean;
  if (!fullName.includes('/')) return join(dirname(target), fullName);
  const from = omitsExtension && occurrence.path.startsWith('../') ? dirname(occurrence.document) : root;
  return join(from, fullName);
}
