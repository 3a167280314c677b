/** The forms in which a model writes the path of a bundled file, as calls of a client's own tools. */
import type { ClientBehavior, FileTool } from '../../skill/index.ts';
import type { ProbePaths } from './probes.ts';
import { requiredOf } from './required.ts';
import type { ScriptedCall } from './scripted-server.ts';

/** A request for the text of a bundled file, or for a run of a bundled script on a file of the workspace. */
export type Request = 'read' | 'command';

/** The outcome of a request: whether the bundled file was found, and with a command the user's file, too. */
export type Outcome = 'found' | 'without the user’s file' | 'missed';

export interface PathForm {
  readonly id: string;
  readonly request: Request;
  /** The path or the command as it is sent, with the folders replaced. */
  readonly shown: string;
  /** A call before it, which looks for no file. */
  readonly after?: ScriptedCall;
  readonly call: ScriptedCall;
}

const READ = 'references/guide.md';
const RUN = 'scripts/count.py';

/** Each form as the text before `references/guide.md` and `scripts/count.py`. */
export const FORMS: readonly { readonly id: string; readonly before: string }[] = [
  { id: 'as written', before: '' },
  { id: '`./`', before: './' },
  { id: 'name of the skill first', before: 'tally-lines/' },
  { id: 'folder that the client tells', before: '{skill}/' },
  { id: 'folder below the workspace or `~`', before: '{short}/' },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the variable of a client
  { id: '`${CLAUDE_SKILL_DIR}`', before: '${CLAUDE_SKILL_DIR}/' },
  { id: '`$SKILL_DIR`', before: '$SKILL_DIR/' },
  { id: '`{baseDir}`', before: '{baseDir}/' },
  { id: '`<this-skill>`', before: '<this-skill>/' },
];

/** The folder of the skill, also in the form that a model may shorten it to: relative to the workspace, or below `~`. */
export interface FormPaths extends ProbePaths {
  readonly short: string;
}

/** Returns a call for each form: reads first, then commands, then a command after `cd`, and with a working directory. */
export function pathForms(behavior: ClientBehavior, paths: FormPaths): readonly PathForm[] {
  const { shell } = behavior;
  const fill = (before: string): string => before.replace('{skill}', paths.skill).replace('{short}', paths.short);
  const command = (text: string, more: ScriptedCall['args'] = {}): ScriptedCall => ({
    tool: shell.tool,
    args: { [shell.command]: text, ...requiredOf(shell.extra), ...more },
  });
  const reader = behavior.fileTools.find((tool): tool is Extract<FileTool, { kind: 'read' }> => tool.kind === 'read');
  const reads = FORMS.map(({ id, before }): PathForm => {
    const path = `${fill(before)}${READ}`;
    // Without a tool for files, a model reads with the shell, which expands what stands without quotes.
    const call = reader === undefined ? command(`cat ${path}`) : { tool: reader.tool, args: { [reader.path]: path } };
    return { id, request: 'read', shown: `${before}${READ}`, call };
  });
  const commands = FORMS.map(({ id, before }): PathForm => {
    const shown = `python3 ${before}${RUN} README.md`;
    return { id, request: 'command', shown, call: command(`python3 ${fill(before)}${RUN} README.md`) };
  });
  const inFolder: readonly PathForm[] = [
    {
      id: '`cd` into the told folder, in one command',
      request: 'command',
      shown: `cd {skill} && python3 ${RUN} README.md`,
      call: command(`cd ${paths.skill} && python3 ${RUN} README.md`),
    },
    {
      id: '`cd` into it, in a command before',
      request: 'command',
      shown: `cd {skill}; then python3 ${RUN} README.md`,
      after: command(`cd ${paths.skill}`),
      call: command(`python3 ${RUN} README.md`),
    },
    ...(shell.workdir === undefined
      ? []
      : [
          {
            id: 'the told folder as working directory of the tool',
            request: 'command' as const,
            shown: `python3 ${RUN} README.md (${shell.workdir})`,
            call: command(`python3 ${RUN} README.md`, { [shell.workdir]: paths.skill }),
          },
        ]),
  ];
  return [...reads, ...commands, ...inFolder];
}

/** Returns what an answer shows: the guide's text, the script's result, or the script's complaint about the user's file. */
export function outcomeOf(request: Request, answer: string): Outcome {
  if (request === 'read') return answer.includes('Count quietly, word by word.') ? 'found' : 'missed';
  if (/lines: \d/.test(answer)) return 'found';
  return answer.includes("No such file or directory: 'README.md'") ? 'without the user’s file' : 'missed';
}
