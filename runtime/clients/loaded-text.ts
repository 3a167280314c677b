import { type Activation, defined, fillTemplate } from '../../skill/index.ts';
import type { ConfinedFiles } from '../confined/confined-files.ts';
import { listFiles } from './listed-files.ts';
import { MAX_SKILL_TEXT, substitute } from './substitute.ts';

/** A skill that a tool loads. */
export interface SkillToLoad {
  readonly name: string;
  /** Absolute path of its folder. */
  readonly folder: string;
  readonly workspace: string;
  /** The text of SKILL.md, and that without the frontmatter. */
  readonly file: string;
  readonly body: string;
  /** The arguments as the model passes them; empty if there are none. */
  readonly args: string;
  readonly sessionId: string;
  /** The files of the folder. */
  readonly copy: ConfinedFiles;
}

/** Returns the texts that a model gets when a client's tool loads a skill; undefined if they are longer than `MAX_SKILL_TEXT`. */
export function loadedTextOf(
  activation: Extract<Activation, { kind: 'tool' }>,
  { name, folder, workspace, file, body, args, sessionId, copy }: SkillToLoad,
): { readonly result: string; readonly message?: string } | undefined {
  const values = { args, skillFolder: folder, projectFolder: workspace, sessionId };
  const substituted = substitute(body, activation.substitutions ?? [], values);
  // Some clients return the whole file, and all of them append arguments that have no placeholder.
  if (substituted === undefined || file.length + args.length > MAX_SKILL_TEXT) return undefined;
  const { text, usesArguments } = substituted;
  const appended =
    args === '' || usesArguments || activation.arguments === undefined
      ? text
      : `${text}\n\n${fillTemplate(activation.arguments.template, { args })}`;
  const fullBody = activation.trims === true ? appended.trim() : appended;
  const files = activation.files === undefined ? '' : listFiles(copy, folder, activation.files);
  const fill = (template: string): string => fillTemplate(template, { name, dir: folder, body: fullBody, file, files });
  return defined({
    result: fill(activation.result),
    message: activation.message === undefined ? undefined : fill(activation.message),
  });
}
