import { defined } from '../../../../skill/index.ts';
import { type Chance, createChance } from '../random-edits/chance.ts';
import { encode } from './encode.ts';
import { type Input, type InputFile, ROOT } from './input.ts';
import { markdown } from './markdown.ts';
import { mutate } from './mutate.ts';
import { fileName, NAMES } from './names.ts';
import { frontmatter, yaml } from './yaml.ts';

const GOOD = '---\nname: notes\ndescription: Sorts notes. Use it for notes.\n---\n\n';
const PROFILES: readonly string[] = ['auto', 'auto', 'spec', 'vscode', 'claude', 'adk', 'codex'];

/** Generates the input of a seed, reproducibly. `real`: texts of real skills to damage; may be empty. */
export function makeInput(seed: number, real: readonly string[]): Input {
  const chance = createChance(seed);
  // Most inputs are small, so that many can be tried.
  const dice = chance();
  const size = dice < 0.85 ? 0.15 : dice < 0.97 ? 0.6 : dice < 0.997 ? 2 : 6;
  const kind = chance.pick([
    'frontmatter',
    'body',
    'both',
    'bytes',
    'files',
    'project',
    ...(real.length > 0 ? ['real', 'real', 'real'] : []),
  ]);
  const files: Record<string, InputFile> = {};
  const put = (path: string, file: InputFile): void => {
    Object.defineProperty(files, path, { value: file, enumerable: true, configurable: true, writable: true });
  };
  put(`${ROOT}/references/guide.md`, '# Guide\n\nSee [form](form.md).\n');
  put(`${ROOT}/SKILL.md`, manifest(kind, size, real, chance));
  if (chance() < 0.3) put(`${ROOT}/references/other.md`, text(kind, size, real, chance));
  for (let count = chance.below(kind === 'files' ? 12 : 3); count > 0; count--) {
    put(`${ROOT}/${fileName(chance)}`.replaceAll('/./', '/'), chance() < 0.7 ? '# x\n' : markdown(chance, 0.15));
  }
  if (kind === 'files') for (const [path, file] of specialFiles(chance)) put(path, file);
  if (kind === 'project') put('/work/.skillwright.json', projectFile(chance));
  if (chance() < 0.3) put('/work/.git/HEAD', 'ref: refs/heads/main\n');
  return { kind, files, caseSensitive: chance() < 0.8, profile: chance.pick(PROFILES) };
}

function manifest(kind: string, size: number, real: readonly string[], chance: Chance): string | Uint8Array {
  switch (kind) {
    case 'frontmatter':
      return `${frontmatter(chance, size)}# Notes\n\nSee \`references/guide.md\`.\n`;
    case 'body':
      return GOOD + markdown(chance, size);
    case 'real':
      return mutate(chance.pick(real), real, chance);
    case 'bytes':
      return encode(`${frontmatter(chance, 0.5)}${markdown(chance, 0.15)}`, chance);
    default:
      return `${chance() < 0.5 ? GOOD : frontmatter(chance, size)}${markdown(chance, size)}`;
  }
}

function text(kind: string, size: number, real: readonly string[], chance: Chance): string | Uint8Array {
  if (kind === 'bytes') return encode(markdown(chance, 0.15), chance);
  if (kind === 'real') return mutate(chance.pick(real), real, chance);
  return chance() < 0.3 ? `${frontmatter(chance, 0.5)}${markdown(chance, 0.15)}` : markdown(chance, size);
}

/** Generates other skills, links that are circular or broken, and duplicate names. */
function specialFiles(chance: Chance): readonly (readonly [string, InputFile])[] {
  const skill = (name: string): string => `---\nname: ${name}\ndescription: ${name}.\n---\n\n${markdown(chance, 0.15)}`;
  const all: readonly (readonly [string, InputFile])[] = [
    [`${ROOT}/skill.md`, skill('lower')],
    [`${ROOT}/Skill.MD`, skill('odd')],
    [`${ROOT}/inner/SKILL.md`, skill('notes')],
    [`${ROOT}/references/SKILL.md`, skill('inner')],
    ['/work/skills/NOTES/SKILL.md', skill('notes')],
    ['/work/skills/other/SKILL.md/x.md', 'A folder called SKILL.md.'],
    ['/work/skills/loop', { link: '../skills' }],
    [`${ROOT}/references/up`, { link: '../..' }],
    [`${ROOT}/references/self`, { link: 'self' }],
    [`${ROOT}/references/dead.md`, { link: 'nowhere.md' }],
    ['/work/skills/linked', { link: 'notes' }],
    [`${ROOT}/references/${chance.pick(NAMES).replaceAll(/[/\\\0]/g, '') || 'x'}/deep.md`, '# x\n'],
    ...['constructor', '__proto__', 'İ', '🧪', 'a b', '-'].map(
      (name) => [`/work/skills/${name}/SKILL.md`, skill(name)] as const,
    ),
  ];
  return all.filter(() => chance() < 0.15);
}

/** Generates a `.skillwright.json` that is valid, nearly valid, or absent. */
function projectFile(chance: Chance): string {
  const levels = ['error', 'warning', 'information', 'hint', 'off', 'fatal', 3, null, [], {}];
  const codes = [
    'reference.missing',
    'reference.mising',
    'frontmatter.name',
    'nothing',
    '',
    '__proto__',
    'constructor',
    '*',
  ];
  const part = (): Record<string, unknown> =>
    defined({
      profile: chance() < 0.7 ? chance.pick([...PROFILES, 'vs-code', 7]) : undefined,
      rules:
        chance() < 0.7
          ? Object.fromEntries([1, 2, 3].map(() => [chance.pick(codes), chance.pick(levels)]))
          : chance.pick([null, [], 'off']),
    });
  const globs = [
    '**',
    'skills/**',
    '[',
    '{a,b',
    '!(x)',
    '../**',
    '',
    '\\',
    `${'{a,'.repeat(40)}`,
    '*'.repeat(200),
    '(((a+)+)+)+$',
    3,
  ];
  const misspelt = () => ({ rule: {}, agents: chance.pick([null, {}, [], { a: { tools: [1] } }]) });
  const value = {
    ...part(),
    overrides:
      chance() < 0.2 ? 'all' : [1, 2].map(() => ({ ...part(), files: chance() < 0.2 ? 'x' : [chance.pick(globs)] })),
    ...(chance() < 0.3 ? misspelt() : undefined),
  };
  const text = JSON.stringify(value, undefined, chance.pick([0, 2]));
  const dice = chance();
  if (dice < 0.6) return text;
  if (dice < 0.8) return mutate(text, [text], chance);
  return chance.pick(['', '{', '[]', 'null', '\uFEFF{}', `${'['.repeat(20_000)}`, yaml(chance, 0.5)]);
}
