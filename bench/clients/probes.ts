/** The tool calls that are made in a real client and in ours, from the client's profile. */
import type { ClientBehavior, FileTool } from '../../skill/index.ts';
import { requiredOf } from './required.ts';
import type { ScriptedCall } from './scripted-server.ts';

export interface Probe extends ScriptedCall {
  readonly label: string;
}

export interface ProbePaths {
  readonly workspace: string;
  /** The installed folder of the skill. */
  readonly skill: string;
}

/** Returns the calls, in an order that suits clients that may read only the files of loaded skills. */
export function probesFor(behavior: ClientBehavior, { workspace, skill }: ProbePaths): readonly Probe[] {
  const { activation, shell, fileTools } = behavior;
  const find = <K extends FileTool['kind']>(kind: K) =>
    fileTools.find((tool): tool is Extract<FileTool, { kind: K }> => tool.kind === kind);
  const [read, list, glob, grep] = [find('read'), find('list'), find('glob'), find('grep')];
  const probes: Probe[] = [];
  const add = (label: string, tool: string, args: ScriptedCall['args']): void => {
    probes.push({ label, tool, args });
  };
  const readOf = (path: string, range: readonly [number, number] | undefined): ScriptedCall['args'] => {
    if (read === undefined) return {};
    const { first, count, last, required = false } = read.range;
    const whole = { [read.path]: path };
    if (range === undefined) return required ? { ...whole, [first]: 1, [last ?? first]: 5000 } : whole;
    const end =
      last === undefined ? (count === undefined ? {} : { [count]: range[1] - range[0] + 1 }) : { [last]: range[1] };
    return { [read.path]: path, [first]: count === undefined && last === undefined ? range : range[0], ...end };
  };
  if (read !== undefined)
    add('read: skill file before it is loaded', read.tool, readOf(`${skill}/references/guide.md`, undefined));
  if (activation.kind === 'tool') {
    add('load', activation.tool, { [activation.parameter]: 'tally-lines' });
    add('load: again', activation.tool, { [activation.parameter]: 'tally-lines' });
    add('load: unknown skill', activation.tool, { [activation.parameter]: 'absent-skill' });
    const { arguments: more } = activation;
    if (more !== undefined)
      add('load: arguments', activation.tool, { [activation.parameter]: 'prune-lists', [more.parameter]: 'a.md b.md' });
  }
  if (read !== undefined) {
    const reads: readonly [label: string, path: string, range?: readonly [number, number]][] = [
      ['bundled file', `${skill}/references/guide.md`],
      ['bundled file, relative', 'references/guide.md'],
      ['workspace file, relative', 'README.md'],
      ['missing in the skill', `${skill}/references/absent.md`],
      ['missing in the skill, name alike', `${skill}/references/guides.md`],
      ['folder', `${skill}/references`],
      ['range', `${workspace}/docs/long.md`, [2, 3]],
      ['range past the end', `${workspace}/README.md`, [50, 60]],
      ['3,000 lines', `${workspace}/docs/long.md`],
      ['150 kB', `${workspace}/docs/heavy.md`],
      ['line of 3,000 characters', `${workspace}/docs/wide.md`],
      ['empty file', `${workspace}/docs/empty.md`],
      ['blank lines, no newline at the end', `${workspace}/docs/ragged.md`],
      ['outside', '/etc/hostname-absent'],
    ];
    for (const [label, path, range] of reads) add(`read: ${label}`, read.tool, readOf(path, range));
    add('read: no path', read.tool, {});
  }
  if (list !== undefined) {
    const extra = requiredOf(list.extra);
    for (const [label, path] of [
      ['skill', skill],
      ['workspace', workspace],
      ['missing', `${workspace}/absent`],
      ['file', `${workspace}/README.md`],
    ] as const)
      add(`list: ${label}`, list.tool, { [list.path]: path, ...extra });
  }
  if (glob !== undefined) {
    const inFolder = (path: string): ScriptedCall['args'] => (glob.path === undefined ? {} : { [glob.path]: path });
    add('glob: workspace', glob.tool, { [glob.pattern]: '**/*.ts' });
    add('glob: name only', glob.tool, { [glob.pattern]: 'basket.ts' });
    add('glob: ignored file', glob.tool, { [glob.pattern]: '**/hidden.md' });
    add('glob: nothing', glob.tool, { [glob.pattern]: '**/guide.md' });
    add('glob: skill', glob.tool, { [glob.pattern]: '**/guide.md', ...inFolder(skill) });
    add('glob: missing folder', glob.tool, { [glob.pattern]: '**/*.md', ...inFolder(`${workspace}/absent`) });
  }
  if (grep !== undefined) {
    const required = requiredOf(grep.extra);
    const inFolder = (path: string): ScriptedCall['args'] => (grep.path === undefined ? {} : { [grep.path]: path });
    add('grep: workspace', grep.tool, { [grep.pattern]: 'wick.r', ...required });
    add('grep: nothing', grep.tool, { [grep.pattern]: 'zzz-absent', ...required });
    add('grep: skill', grep.tool, { [grep.pattern]: 'quietly', ...required, ...inFolder(skill) });
    add('grep: missing folder', grep.tool, {
      [grep.pattern]: 'quietly',
      ...required,
      ...inFolder(`${workspace}/absent`),
    });
  }
  add('shell: no command', shell.tool, {});
  const commands: readonly (readonly [label: string, command: string, more?: ScriptedCall['args']])[] = [
    ['bundled script from the workspace', 'python3 scripts/count.py README.md'],
    ['bundled script by its path', `python3 ${skill}/scripts/count.py README.md`],
    ['bundled file', `cat ${skill}/references/guide.md`],
    ['missing file', 'cat references/guide.md'],
    ['output', 'echo one; sleep 0.3; echo two >&2; sleep 0.3; echo three'],
    ['no output', 'true'],
    ['failure with output', 'echo one; echo two >&2; exit 3'],
    ['failure without output', 'exit 4'],
    ['unknown command', 'absent-command --now'],
    ['long output', 'seq 1 30000'],
    ['long line', `python3 -c "print('y' * 60000)"`],
    ['cd', 'cd src && pwd'],
    ['directory after cd', 'pwd'],
    ['cd out of the workspace', `cd ${skill} && pwd`],
    ['directory after that', 'pwd'],
    ['variable', 'export ORCHARD=plum; echo $ORCHARD'],
    ['variable after that', 'echo "[$ORCHARD]"'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder of a client
    ['placeholder of Claude Code', 'ls ${CLAUDE_SKILL_DIR}/scripts'],
    ...(shell.workdir === undefined
      ? []
      : ([
          ['working directory given', 'pwd', { [shell.workdir]: skill }],
          ['working directory missing', 'pwd', { [shell.workdir]: `${workspace}/absent` }],
        ] as const)),
    ...(shell.timeout === undefined
      ? []
      : ([
          ['timeout', 'echo started; sleep 6', { [shell.timeout.parameter]: shell.timeout.unit === 's' ? 1 : 1000 }],
        ] as const)),
  ];
  const extra = requiredOf(shell.extra);
  for (const [label, command, more = {}] of commands)
    add(`shell: ${label}`, shell.tool, { [shell.command]: command, ...extra, ...more });
  return probes;
}
