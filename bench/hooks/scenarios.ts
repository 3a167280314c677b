/** The calls of a scripted model, step by step. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScriptedCall } from '../clients/scripted-server.ts';
import type { HookTools } from './tools.ts';

export interface HookPaths {
  readonly skill: string;
  readonly root: string;
  readonly workspace: string;
  readonly home: string;
}

export interface Scenario {
  readonly id: string;
  readonly modes: readonly ('none' | 'advise' | 'on')[];
  /** Returns the calls of a step, from the number of steps before and the request; none ends the script. */
  readonly step: (
    step: number,
    tools: HookTools,
    paths: HookPaths,
    request: string,
    isResumed: boolean,
  ) => readonly ScriptedCall[];
  /** True if the session is resumed in a second process. */
  readonly resumes?: true;
  /** Breaks what was installed, in the folder with the program of hooks. */
  readonly breaks?: (folder: string) => void;
  /** True if the client must have a tool that starts another agent. */
  readonly needsAgents?: true;
  /** Files instead of those of the skill `brew`, by absolute path. */
  readonly files?: (paths: HookPaths) => Readonly<Record<string, string>>;
  /** Returns a verdict on the last request. */
  readonly expects?: (paths: HookPaths, request: string) => string;
}

/** The prompt of each session, which a sub-agent does not get. */
export const PROMPT = 'Count the lines of README.md.';
const LAST = 11;
const missing = ({ skill }: HookPaths): string => `${skill}/references/menu.md`;

/** A model that loads the skill and then requests a missing file ten times. */
const stubborn = (
  id: string,
  call: (tools: HookTools, paths: HookPaths, step: number) => readonly ScriptedCall[],
): Scenario => ({
  id,
  modes: ['none', 'advise', 'on'],
  step: (step, tools, paths) =>
    step === 0 ? [tools.load('brew', paths.skill)] : step < LAST ? call(tools, paths, step) : [],
});

/** A miss of one kind: the first answer must hold the true path. */
const kind = (
  id: string,
  asked: (paths: HookPaths) => string,
  place = 'references/heat.md',
  byName = false,
): Scenario => ({
  id: `kind-${id}`,
  modes: ['advise'],
  step: (step, tools, paths) =>
    step === 0
      ? [tools.load('brew', paths.skill)]
      : step === 1
        ? [byName && tools.skill !== undefined ? tools.skill(asked(paths)) : tools.read(asked(paths))]
        : [],
  expects: ({ skill }, request) => {
    const at = byName ? /nearest name is|offered as/.test(request) : request.includes(`is at \`${skill}/${place}\``);
    return at ? 'told' : 'NOT TOLD';
  },
});

/** Hooks that do not work: the client reads a file as if there were none. */
const broken = (id: string, breaks: (folder: string) => void): Scenario => ({
  id: `broken-${id}`,
  modes: ['on'],
  breaks,
  step: (step, tools, paths) =>
    step === 0
      ? [tools.load('brew', paths.skill)]
      : step === 1
        ? [tools.read(`${paths.skill}/references/menus.md`)]
        : [],
  expects: (_, request) => (request.includes('Teas: green') ? 'read' : 'NOT READ'),
});

const replaceProgram =
  (code: string) =>
  (folder: string): void =>
    writeFileSync(join(folder, 'skillwright-hook.cjs'), code);

const BROKEN: readonly Scenario[] = [
  broken('gone', (folder) => rmSync(folder, { recursive: true })),
  broken('slow', replaceProgram('setTimeout(() => console.log("{}"), 60_000)')),
  broken('killed', replaceProgram('process.kill(process.pid, "SIGKILL")')),
  broken('failing', replaceProgram('console.log("{"); process.exit(2)')),
  broken('no-folder', (folder) => {
    rmSync(join(folder, 'sessions'), { recursive: true, force: true });
    writeFileSync(join(folder, 'sessions'), '');
  }),
];

export const SCENARIOS: readonly Scenario[] = [
  ...BROKEN,
  stubborn('identical', (tools, paths) => [tools.read(missing(paths))]),
  stubborn('varied', (tools, paths, step) => [tools.read(missing(paths), step)]),
  stubborn('shell', (tools, paths) => [tools.run(`cat ${missing(paths)}`)]),
  stubborn('parallel', (tools, paths, step) =>
    Array.from({ length: step < 3 ? 3 : 1 }, () => tools.read(missing(paths))),
  ),
  {
    id: 'follows',
    modes: ['none', 'advise'],
    step: (step, tools, paths, request) => {
      if (step === 0) return [tools.load('brew', paths.skill)];
      if (step === 1) return [tools.read(missing(paths))];
      const told = /nearest that it has is[^.]*menus\.md/.test(request);
      return step === 2 && told
        ? [tools.read(`${paths.skill}/references/menus.md`)]
        : step < LAST && !told
          ? [tools.read(missing(paths))]
          : [];
    },
  },
  {
    id: 'resume',
    modes: ['none', 'advise', 'on'],
    resumes: true,
    step(step, tools, paths, _, isResumed) {
      if (step === 0) return [tools.load('brew', paths.skill)];
      const isEnd = isResumed ? step >= LAST : step === 2;
      return isEnd ? [] : [tools.read(missing(paths))];
    },
  },
  {
    id: 'sub-agent',
    modes: ['none', 'advise', 'on'],
    needsAgents: true,
    step(step, tools, paths, request) {
      const isMain = request.includes(PROMPT);
      if (isMain) return step === 0 && tools.agent !== undefined ? [tools.agent('Brew tea with the skill brew.')] : [];
      return step === 0 ? [tools.load('brew', paths.skill)] : step < LAST ? [tools.read(missing(paths))] : [];
    },
  },
  kind('workspace', ({ workspace }) => `${workspace}/references/heat.md`),
  kind('skills-root', ({ root }) => `${root}/references/heat.md`),
  kind('other-client', ({ workspace }) => `${workspace}/.elsewhere/skills/brew/references/heat.md`),
  kind('home', ({ home }) => `${home}/.agents/skills/brew/references/heat.md`),
  kind('manifest', ({ home }) => `${home}/.agents/skills/brew/SKILL.md`, 'SKILL.md'),
  kind('name', () => 'brewing', '', true),
];
