/** Generates skills that contain a pattern in each place that has its own parser. */
import { type Input, ROOT } from './input.ts';
import type { Pattern } from './patterns.ts';

const HEAD = '---\nname: notes\ndescription: Sorts notes. Use it for notes.\n---\n\n';
/** Makes rules scan the rest of the text: missing targets, and prose that names files without their paths. */
const MISSING =
  '[a](#missing) [b](references/missing.md) `references/missing.md` [c](references/other.md#missing), see the provided template and the user guide. This skill includes scripts.\n';
const BUNDLED: Readonly<Record<string, string>> = {
  [`${ROOT}/references/guide.md`]: '# Guide\n\nText.\n',
  [`${ROOT}/references/user_guide.md`]: '# User guide\n\nText.\n',
  [`${ROOT}/scripts/run_all.py`]: 'print(1)\n',
  [`${ROOT}/assets/template.md`]: '# Template\n',
};
const MANIFEST = `${ROOT}/SKILL.md`;
const OTHER = `${ROOT}/references/other.md`;

type Place = (text: string) => Readonly<Record<string, string>>;

/** Places for Markdown. */
export const TEXT_PLACES: Readonly<Record<string, Place>> = {
  'SKILL.md without frontmatter': (text) => ({ [MANIFEST]: text }),
  'next to missing targets': (text) => ({ [MANIFEST]: `${HEAD}${text}\n\n${MISSING}` }),
  'another file with missing targets': (text) => ({
    [MANIFEST]: `${HEAD}See [it](references/other.md).\n`,
    [OTHER]: `${text}\n\n${MISSING}`,
  }),
  'within a paragraph of missing targets': (text) => ({ [MANIFEST]: `${HEAD}See ${MISSING}${text} ${MISSING}` }),
};

/** Places for YAML. */
export const FIELD_PLACES: Readonly<Record<string, Place>> = {
  frontmatter: (text) => ({ [MANIFEST]: `---\nname: notes\n${text}\n---\n\n# Notes\n` }),
  'frontmatter without an end': (text) => ({ [MANIFEST]: `---\nname: notes\n${text}` }),
};

/** Returns a skill that contains a pattern of this length in the place with this name. */
export function patternInput(pattern: Pattern, place: string, length: number): Input {
  const filesFor = TEXT_PLACES[place] ?? FIELD_PLACES[place];
  const files = { ...BUNDLED, ...filesFor?.(pattern.text(length)) };
  return { kind: `${pattern.name}, ${place}`, files, caseSensitive: true, profile: 'auto' };
}
