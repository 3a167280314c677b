/** Random and hostile inputs of hooks, in the forms of each client. */

import type { Dialect } from '../../runtime/hooks/dialect.ts';
import { DIALECTS } from '../../runtime/hooks/dialects.ts';

export type Random = () => number;

/** Returns a generator of numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

const STRANGE: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  ' ',
  '\0',
  '\u202e',
  '😀'.repeat(50),
  '../'.repeat(40),
  '/etc/passwd',
  'C:\\..\\..\\x',
  '~',
  '~root/x',
  '$(touch pwned)',
  '`touch pwned`',
  '; touch pwned',
  '%2e%2e%2f',
  'a'.repeat(5000),
  [],
  {},
  [[[[]]]],
  { length: 5 },
  { toString: 1 },
  '__proto__',
  'constructor',
  '\ud800',
  '{"a":',
  'file:///etc/passwd',
  '\\\\server\\share\\x.md',
  'CON',
  '.',
  '..',
  '/',
  '//',
  '\n',
];
const TOOLS = [
  'Read',
  'Bash',
  'Skill',
  'Glob',
  'Write',
  'Edit',
  'read_file',
  'run_shell_command',
  'activate_skill',
  'view',
  'bash',
  'apply_patch',
  'toString',
  '__proto__',
  '',
];

const textFrom = (random: Random): string => {
  const value = pick(random, STRANGE);
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
};

/** Returns an input of a client, valid or not. */
export function randomInput(random: Random, { fields, events }: Dialect, folder: string): string {
  const event = pick(random, [...Object.keys(events), ...Object.keys(events), 'Notification', '__proto__', '']);
  const path = pick(random, [
    `${folder}/.claude/skills/brew/references/menu.md`,
    `${folder}/.claude/skills/brew/references/heat.md`,
    'references/menu.md',
    `${folder}/.claude/skills/brew/../../../x/SKILL.md`,
    `${folder}/.claude/skills/brew/SKILL.md`,
    '~/.agents/skills/brew/SKILL.md',
    textFrom(random),
  ]);
  const command = pick(random, [
    `cat ${path}`,
    `cd ${path} && ./x`,
    `sed -n 1,5p "${path}"`,
    `python ${path}`,
    'npm test',
    `cat <<'EOF' > ${path}`,
    "cat 'unclosed",
    `$(cat ${path})`,
    textFrom(random),
  ]);
  const value: Record<string, unknown> = {
    [fields.session[0] ?? 'session_id']: pick(random, [
      's1',
      's2',
      '../../x',
      'a/b',
      'x'.repeat(300),
      's\0',
      pick(random, STRANGE),
    ]),
    cwd: random() < 0.85 ? folder : pick(random, ['/nowhere', '', pick(random, STRANGE)]),
    hook_event_name: event,
    hookEventName: random() < 0.1 ? event : undefined,
    [fields.tool[0] ?? 'tool_name']: pick(random, random() < 0.7 ? TOOLS.slice(0, 8) : TOOLS),
    [fields.args[0] ?? 'tool_input']: pick<unknown>(random, [
      ...Array.from({ length: 8 }, () => ({ file_path: path, path, command, skill: 'brew' })),
      { file_path: path },
      { path },
      { command },
      { command: [command, 1, null] },
      { skill: path },
      { name: 'brew' },
      { pattern: path },
      JSON.stringify({ command }),
      { command: `*** Begin Patch\n*** Update File: ${path}\n*** End Patch` },
      pick(random, STRANGE),
    ]),
    [fields.result[0] ?? 'tool_response']: pick(random, STRANGE),
    [fields.call[0] ?? 'tool_use_id']: pick<unknown>(random, ['t1', 't2', pick(random, STRANGE)]),
    error: random() < 0.5 ? pick(random, STRANGE) : undefined,
    transcript_path: pick(random, STRANGE),
    stop_hook_active: pick(random, [true, false, 'yes', null]),
  };
  for (const key of Object.keys(value)) if (random() < 0.05) delete value[key];
  if (random() < 0.05) Object.assign(value, JSON.parse('{"__proto__":{"polluted":true},"constructor":1}'));
  const text = JSON.stringify(value) ?? 'null';
  const damage = random();
  if (damage < 0.03) return text.slice(0, Math.floor(random() * text.length));
  if (damage < 0.05) return `${text}${text}`;
  if (damage < 0.06) return '['.repeat(20_000);
  if (damage < 0.07) return `\uFEFF${text}`;
  return text;
}

/** True if an answer has only fields that the client knows. */
export function isKnownAnswer(answer: unknown, { answers }: Dialect): boolean {
  const known = new Set(Object.values(answers).flatMap((template) => keysOf(template)));
  return keysOf(answer).every((key) => known.has(key));
}

function keysOf(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [`${path}.${key}`, ...keysOf(inner, `${path}.${key}`)]);
}

export const dialects: readonly Dialect[] = DIALECTS;
