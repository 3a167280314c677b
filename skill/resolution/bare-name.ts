/** File names without a folder that no folder answers to. */

import { basename } from '../files/paths.ts';
import { hasFileExtension } from '../references/target.ts';
import { ignored, isLink, type Question, type Resolution } from './resolution.ts';

/** The bundled files of that name, or silence; undefined for a path with a folder, and for a link to a file that nobody has. */
export function bareName({ reference, context }: Question): Resolution | undefined {
  const { path } = reference;
  if (path.includes('/')) return undefined;
  if (!hasFileExtension(path)) return ignored('unknown', 'resolved.no-file-name');
  const files = [...context.skill.bundle.files].filter((file) => basename(file) === path);
  if (files.length > 0) return { kind: 'bare', files };
  return isLink(reference) ? undefined : ignored('user-file', 'resolved.bare-name');
}
