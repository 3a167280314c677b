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

/**
 * Replaces the placeholders that the client replaces. `usesArguments` is true if one of them stood for the arguments.
 * `\$` stays `$`. A positional placeholder without an argument stays as it is.
 */
export function substitute(
  body: string,
  substitutions: readonly Substitution[],
  values: SubstitutionValues,
): { readonly text: string; readonly usesArguments: boolean } {
  let text = body;
  for (const substitution of substitutions) {
    const replacement = VARIABLES[substitution]?.(values);
    if (replacement !== undefined) text = text.replaceAll(...replacement);
  }
  if (!substitutions.includes('arguments') || values.args === '') return { text, usesArguments: false };
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
      if (index === undefined) return use(values.args);
      const word = words[Number(index)];
      return word === undefined ? placeholder : use(word);
    },
  );
  return { text, usesArguments };
}
