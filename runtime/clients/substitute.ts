import type { Substitution } from '../../skill/index.ts';

/** The values that a client puts into the text of a skill. */
export interface SubstitutionValues {
  /** The arguments as written; empty if there are none. */
  readonly args: string;
  readonly skillFolder: string;
  readonly projectFolder: string;
  readonly sessionId: string;
}

const variable = (name: string): string => `$${'{'}CLAUDE_${name}}`;

const VARIABLES: { readonly [substitution in Substitution]?: (values: SubstitutionValues) => [string, string] } = {
  'skill-folder': ({ skillFolder }) => [variable('SKILL_DIR'), skillFolder],
  'project-folder': ({ projectFolder }) => [variable('PROJECT_DIR'), projectFolder],
  'session-id': ({ sessionId }) => [variable('SESSION_ID'), sessionId],
};

/** Maximum length of the text of a loaded skill, in UTF-16 units: more than the context of a model. */
export const MAX_SKILL_TEXT = 1_000_000;

/**
 * Replaces the placeholders that the client replaces. Undefined if the text is longer than `MAX_SKILL_TEXT` before or after:
 * arguments and folders multiply with their placeholders. `usesArguments` is true if one of them stood for the arguments.
 * `\$` stays `$`. A positional placeholder without an argument stays as it is, and `$ARGUMENTS` without any is dropped.
 */
export function substitute(
  body: string,
  substitutions: readonly Substitution[],
  values: SubstitutionValues,
): { readonly text: string; readonly usesArguments: boolean } | undefined {
  let text = body;
  let length = body.length;
  /** Returns a replacement, or nothing once the text is too long. */
  const within = (placeholder: string, value: string): string => {
    length += value.length - placeholder.length;
    return length > MAX_SKILL_TEXT ? '' : value;
  };
  for (const substitution of substitutions) {
    const [placeholder, value] = VARIABLES[substitution]?.(values) ?? [];
    if (placeholder === undefined || value === undefined) continue;
    text = text.replaceAll(placeholder, () => within(placeholder, value));
    if (length > MAX_SKILL_TEXT) return undefined;
  }
  if (length > MAX_SKILL_TEXT) return undefined;
  if (!substitutions.includes('arguments')) return { text, usesArguments: false };
  if (values.args === '') return { text: text.replace(/\$ARGUMENTS(?!\[)/g, ''), usesArguments: false };
  const words = values.args.split(/\s+/).filter((word) => word !== '');
  let usesArguments = false;
  const use = (value: string): string => {
    usesArguments = true;
    return value;
  };
  text = text.replace(
    /\\\$|\$ARGUMENTS(?:\[(\d+)\])?|\$(\d)(?!\d)/g,
    (placeholder, indexed: string | undefined, positional: string | undefined) => {
      if (placeholder === '\\$') return '$';
      const index = indexed ?? positional;
      if (index === undefined) return use(within(placeholder, values.args));
      const word = words[Number(index)];
      return word === undefined ? placeholder : use(within(placeholder, word));
    },
  );
  return length > MAX_SKILL_TEXT ? undefined : { text, usesArguments };
}
