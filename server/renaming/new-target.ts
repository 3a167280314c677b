/** From a new path as the user types it to the file that it names. */
import { dirname, extension, join, normalize, relative, within } from '../../skill/index.ts';
import type { Lead } from '../targets/target.ts';
import { takeApart } from './written.ts';

/** A path as it is written, decoded: what the user gets to change. */
export function shownPath({ written, form }: Lead): string {
  const plain =
    form === 'frontmatter' || form === 'import' || form === 'mention' || form === 'name' || form === 'anchor';
  const { segments, tail } = takeApart(written, plain ? 'bare' : form);
  return segments.map(({ lead, name }) => lead.replaceAll('\\', '/') + name).join('') + (tail === '' ? '' : '/');
}

/**
 * Where the file or folder of a lead (`target`, absolute) goes when the path is to read `typed`: it is told from the same
 * place as the path is now. `root`: the skill's folder. Undefined where `typed` names nothing.
 */
export function newTarget(lead: Lead, target: string, typed: string, root: string): string | undefined {
  let clean = typed.trim().replaceAll('\\', '/');
  while (clean.endsWith('/')) clean = clean.slice(0, -1);
  if (clean === '' || clean.startsWith('/') || /^[A-Za-z]:\//.test(clean) || normalize(clean) === '') return undefined;
  if (lead.form === 'tree') {
    const count = normalize(shownPath(lead)).split('/').length;
    let folder = target;
    for (let index = 0; index < count; index++) folder = dirname(folder);
    return join(folder, clean);
  }
  switch (lead.kind) {
    case 'bare':
      return ofBare(lead, target, clean, root);
    case 'installed': {
      const inner = relative(root, target);
      const head = normalize(lead.path).slice(0, -inner.length);
      const rest = within(head.replace(/\/$/, ''), normalize(clean));
      return rest ? join(root, rest) : undefined;
    }
    default:
      return lead.from === undefined ? undefined : join(lead.from, clean);
  }
}

/** A name stays in its folder; with a folder it is a path from the skill's. A link without an extension gets none. */
function ofBare(lead: Lead, target: string, clean: string, root: string): string {
  const ending = extension(target);
  const hasNone = ending !== '' && !lead.path.toLowerCase().endsWith(ending);
  const whole = hasNone && extension(clean) === '' ? clean + ending : clean;
  if (!whole.includes('/')) return join(dirname(target), whole);
  const from = hasNone && lead.path.startsWith('../') ? dirname(lead.document) : root;
  return join(from, whole);
}
