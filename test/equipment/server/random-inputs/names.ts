import type { Chance } from '../random-edits/chance.ts';

/** Names with a special meaning somewhere. */
export const NAMES: readonly string[] = [
  'guide.md',
  'Guide.md',
  'GUIDE.MD',
  'référence.md',
  're\u0301fe\u0301rence.md',
  '参考資料.md',
  'مرجع.md',
  'ссылка.md',
  'संदर्भ.md',
  '참조.md',
  'อ้างอิง.md',
  'İstanbul.md',
  'ﬁle.md',
  'Straße.md',
  'ǅ.md',
  '\u212Aelvin.md',
  '𝒻ancy.md',
  '🧪.md',
  '👩‍🔬 notes.md',
  '🏴󠁧󠁢󠁳󠁣󠁴󠁿.md',
  '\u202Ecod.md',
  'a\u200Bb.md',
  '\uD800.md',
  '\uDC00x.md',
  '\uFFFD.md',
  'a b c.md',
  ' occurrence.md',
  'trail .md',
  'con.md',
  'aux',
  '%20.md',
  '%zz.md',
  '%E0%A4%A.md',
  "it's.md",
  '"q".md',
  'a`b.md',
  '[x](y).md',
  'a(b).md',
  'a)b.md',
  '*.md',
  '{x}.md',
  '<x>.md',
  '$HOME.md',
  '~.md',
  '..',
  '.',
  '...',
  '.md',
  'a\\b.md',
  'a\0b.md',
  '#.md',
  'a#b#c.md',
  '?.md',
  'a?b.md',
  'x|y.md',
  'a:b.md',
  'C:x.md',
  '--help.md',
  'constructor',
  '__proto__',
  '__proto__.md',
  'toString.md',
  'hasOwnProperty/x.md',
  'SKILL.md',
  'skill.md',
  'x'.repeat(300),
  `${'y'.repeat(250)}.md`,
];

const FOLDERS: readonly string[] = [
  'references',
  'scripts',
  'assets',
  'References',
  'reference',
  '../notes/references',
  '../..',
  '/etc',
  './references',
  'references//',
  '{baseDir}/references',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as skills have it
  '${CLAUDE_SKILL_DIR}/scripts',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as skills have it
  '${CLAUDE_PLUGIN_ROOT}',
  '<skill-dir>/assets',
  '__proto__',
  'İ',
  '資料',
];

/** Returns a random path for a text. */
export function path(chance: Chance): string {
  const depth = chance() < 0.05 ? chance.below(200) : chance.below(3);
  const folders = Array.from({ length: depth }, () => chance.pick(FOLDERS));
  return [...folders, chance.pick(NAMES)].join('/');
}

/** Returns a random path for a file system: relative, inside the skill. */
export function fileName(chance: Chance): string {
  const name = chance.pick(NAMES).replaceAll(/[/\\\0]/g, '_');
  const good = name === '.' || name === '..' || name.length > 200 ? 'guide.md' : name;
  return `${chance.pick(['references', 'scripts', 'assets', 'References', '資料', 'a/b/c', '.'])}/${good}`;
}
