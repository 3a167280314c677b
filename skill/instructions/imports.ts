/** Finds the files that instructions import: `@docs/setup.md` in the text, which clients replace by the file. */
import { normalize } from '../files/paths.ts';
import type { Reference, SkillDocument } from '../model/model.ts';

/** Maximum number of imports of one document. */
const MAX_IMPORTS = 500;
/** An email address and the scope of a package have text before the `@`, or no file extension behind it. */
const IMPORT =
  /(?<![\w@/.\\])@((?:\.{1,2}\/){0,9}[\w-][\w./-]{0,300}\.(?:md|mdx|markdown|txt|json|ya?ml|toml))(?![\w/-])/g;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;

/**
 * Returns the imports of a document in order, as references. Code has none, nor has the user's home (`@~/…`). Their files may be
 * missing.
 */
export function importsOf({ text, bodyStart }: Pick<SkillDocument, 'text' | 'bodyStart'>): readonly Reference[] {
  if (!text.includes('@', bodyStart)) return [];
  const found: Reference[] = [];
  let isInFence = false;
  let at = bodyStart;
  for (const line of text.slice(bodyStart).split('\n')) {
    if (FENCE.test(line)) isInFence = !isInFence;
    else if (!isInFence && line.includes('@'))
      // Code keeps its length, so that offsets stay valid.
      for (const match of line.replace(/`[^`]*`/g, (code) => ' '.repeat(code.length)).matchAll(IMPORT)) {
        if (found.length === MAX_IMPORTS) return found;
        const target = match[1] ?? '';
        const start = at + match.index + 1;
        const range = { start, end: start + target.length };
        found.push({
          kind: 'reference',
          form: 'bare',
          range,
          target,
          path: normalize(target),
          base: { kind: 'document' },
        });
      }
    at += line.length + 1;
  }
  return found;
}
