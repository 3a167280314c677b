/** Calls of the skill tools by models that ignore errors; `n` counts model calls from 1. */

type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

export interface Scenario {
  readonly name: string;
  /** Maximum model calls of ours with the default guards, including the closing one. */
  readonly aim: number;
  readonly call: (n: number, tools: readonly string[]) => Call;
  /** The agent also has the skill as a tool, which @google/adk does not support. */
  readonly skillAsTool?: boolean;
}

/** Argument names of the current ADK for Python, which are ours, and those of @google/adk 2.0.0. */
const load = (name: unknown): Call => ['load_skill', { skill_name: name, name }];
const resource = (path: string): Call => ['load_skill_resource', { skill_name: 'demo', file_path: path, path }];
const script = (path: string): Call => ['run_skill_script', { skill_name: 'demo', file_path: path, script_path: path }];
const list: Call = ['list_skills', {}];

/** Calls that succeed with the same result each time. */
const SUCCEEDING: readonly Call[] = [load('demo'), list, resource('references/guide.md'), resource('assets/form.txt')];
const cycle = (period: number) => (n: number) => SUCCEEDING[(n - 1) % period] ?? list;

export const SCENARIOS: readonly Scenario[] = [
  { name: 'one missing path forever', aim: 4, call: () => resource('references/user_guide.md') },
  { name: 'a new missing path each time', aim: 5, call: (n) => resource(`references/guide_${n}.md`) },
  { name: 'one missing script', aim: 4, call: () => script('scripts/setup.py') },
  { name: 'a new missing script each time', aim: 4, call: (n) => script(`scripts/setup_${n}.py`) },
  { name: 'same arguments, same result', aim: 6, call: cycle(1) },
  { name: 'same error, new arguments', aim: 6, call: (n) => load(`demo-${n}`) },
  { name: 'unknown tools, a new one each time', aim: 6, call: (n) => [`tool_${n}`, {}] },
  { name: 'paths outside the three folders', aim: 6, call: (n) => resource(`docs/page_${n}.md`) },
  { name: 'two errors of a tool in turn', aim: 10, call: (n) => (n % 2 ? load(`demo-${n}`) : load(undefined)) },
  {
    name: 'errors of three tools in turn',
    aim: 10,
    call: (n) => [load(`x${n}`), resource(`d/${n}`), [`t${n}`, {}] as const][n % 3] ?? list,
  },
  { name: 'a cycle of 2 calls', aim: 10, call: cycle(2) },
  { name: 'a cycle of 3 calls', aim: 10, call: cycle(3) },
  { name: 'a cycle of 4 calls', aim: 12, call: cycle(4) },
  {
    // Six calls of the agent's own; each of the five runs of the skill makes four, its closing round included.
    name: 'a skill as a tool that fails, misses inside',
    aim: 26,
    skillAsTool: true,
    call: (n, tools) =>
      tools.includes('skills__demo') ? ['skills__demo', { input: `n ${n}` }] : resource('references/user_guide.md'),
  },
];
