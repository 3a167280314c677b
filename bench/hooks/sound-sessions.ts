/** Sessions in which nothing goes wrong with a skill: their hooks have nothing to say or to deny. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Random } from './random-inputs.ts';

/** A call with what it does to the disk, and whether it fails. */
export interface SoundCall {
  readonly tool: string;
  readonly args: object;
  readonly result: string;
  readonly error?: string;
  readonly effect?: () => void;
}

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

/** Returns the calls of an agent that works on a program: it searches, edits, runs tests that fail, and looks for absent files. */
export function workingSession(random: Random, folder: string): readonly SoundCall[] {
  const sources = ['src/a.ts', 'src/b.ts', 'README.md', 'package.json'].map((path) => join(folder, path));
  let n = 0;
  const steps: readonly (() => SoundCall)[] = [
    () => ({ tool: 'Read', args: { file_path: pick(random, sources) }, result: `text ${n++}` }),
    () => ({
      tool: 'Read',
      args: {
        file_path: join(
          folder,
          pick(random, [
            'CONTRIBUTING.md',
            'docs/setup.md',
            '.env.example',
            'tsconfig.json',
            'src/c.ts',
            'references.md',
          ]),
        ),
      },
      result: '',
      error: 'File does not exist.',
    }),
    () => ({
      tool: 'Bash',
      args: {
        command: pick(random, [
          'npm test',
          'npm run build',
          'git status',
          'git diff --stat',
          'ls -la',
          'pwd',
          'node -e "1"',
        ]),
      },
      result: `run ${n++}`,
    }),
    () => ({
      tool: 'Bash',
      args: {
        command: pick(random, [
          'npm test 2>&1 | tail -20',
          'grep -rn "TODO" src',
          'rg --files | head',
          'find . -name "*.md"',
          'cat src/a.ts src/c.ts',
          'python3 scripts/build.py',
        ]),
      },
      result: '',
      error: 'Exit code 1',
    }),
    () => ({
      tool: 'Glob',
      args: { pattern: pick(random, ['**/*.ts', '*.json', 'src/**', 'docs/*.md', '**/missing.ts']) },
      result: `found ${n++}`,
    }),
    () => ({
      tool: 'Edit',
      args: { file_path: pick(random, sources), old_string: 'a', new_string: 'b' },
      result: 'ok',
    }),
    () => ({ tool: 'Write', args: { file_path: join(folder, `out/new-${n++}.ts`), content: 'x' }, result: 'ok' }),
    () => ({ tool: 'Skill', args: { skill: 'brew' }, result: 'Launching skill: brew' }),
    () => ({ tool: 'Read', args: { file_path: join(folder, '.claude/skills/brew/SKILL.md') }, result: `skill ${n++}` }),
    () => ({
      tool: 'Read',
      args: { file_path: join(folder, '.claude/skills/brew/references/heat.md') },
      result: `heat ${n++}`,
    }),
    () => ({
      tool: 'Bash',
      args: { command: 'test -f .claude/skills/brew/references/other.md && echo yes || echo no' },
      result: 'no',
    }),
    () => ({
      tool: 'Bash',
      args: { command: 'ls .claude/skills/brew/assets 2>/dev/null' },
      result: '',
      error: 'Exit code 2',
    }),
    () => ({ tool: 'Bash', args: { command: 'sleep 2; cat build.log' }, result: 'building' }),
    () => ({
      tool: 'Bash',
      args: { command: 'docker run --rm app cat /app/.claude/skills/brew/references/x.md' },
      result: '',
      error: 'Exit code 1',
    }),
  ];
  return Array.from({ length: 15 + Math.floor(random() * 25) }, () => pick(random, steps)());
}

/** Returns the calls of an agent that writes a skill: it looks for what is not there yet, creates it, and polls a build. */
export function writingSession(random: Random, folder: string): readonly SoundCall[] {
  const name = `skill-${Math.floor(random() * 1000)}`;
  const root = random() < 0.2 ? folder : join(folder, '.claude/skills', name);
  const write = (path: string, text: string): SoundCall => {
    const file = join(root, path);
    return {
      tool: 'Write',
      args: { file_path: file, content: text },
      result: 'ok',
      effect: () => {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      },
    };
  };
  const body = `---\nname: ${name}\ndescription: Does a thing.\n---\n\nRead \`references/guide.md\`, then run \`scripts/run.py\`.\n`;
  const isThere = existsSync(join(root, 'SKILL.md'));
  return [
    ...(isThere
      ? []
      : [{ tool: 'Bash', args: { command: `ls ${root}/references` }, result: '', error: 'Exit code 2' }]),
    {
      tool: 'Bash',
      args: { command: `mkdir -p ${root}/references ${root}/scripts` },
      result: '',
      effect: () => mkdirSync(join(root, 'references'), { recursive: true }),
    },
    write('SKILL.md', body),
    { tool: 'Bash', args: { command: `test -e ${root}/references/guide.md || echo missing` }, result: 'missing' },
    write('references/guide.md', '# Guide\n'),
    { tool: 'Read', args: { file_path: join(root, 'references/guide.md') }, result: '# Guide' },
    {
      tool: 'Bash',
      args: { command: `cat > ${root}/scripts/run.py <<'EOF'\nprint(1)\nEOF` },
      result: '',
      effect: () => write('scripts/run.py', 'print(1)\n').effect?.(),
    },
    { tool: 'Bash', args: { command: `python3 ${root}/scripts/run.py` }, result: '1' },
    ...Array.from({ length: 8 }, () => ({
      tool: 'Bash',
      args: { command: 'sleep 1; cat build/output.log' },
      result: '',
      error: 'Exit code 1',
    })),
    {
      tool: 'Bash',
      args: { command: `rm -rf ${root}/scripts` },
      result: '',
      effect: () => rmSync(join(root, 'scripts'), { recursive: true, force: true }),
    },
    {
      tool: 'Edit',
      args: { file_path: join(root, 'SKILL.md'), old_string: ', then run `scripts/run.py`', new_string: '' },
      result: 'ok',
      effect: () => writeFileSync(join(root, 'SKILL.md'), body.replace(', then run `scripts/run.py`', '')),
    },
  ];
}
