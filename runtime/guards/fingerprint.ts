import { hash } from 'node:crypto';
import { own } from '../../skill/index.ts';
import type { CallView } from '../loop/interfaces/hooks.ts';
import type { JsonObject } from '../protocol/events.ts';
import { sortedJson } from '../text/sorted-json.ts';
import { requestedFile, textArgument } from '../toolset/arguments.ts';

/** Maximum length of a text that is used as its own fingerprint. */
const MAX_PLAIN_LENGTH = 64;
/** Maximum length of arguments that appear unabridged in a guard's decision. */
const MAX_READABLE_LENGTH = 2000;

const signatures = new WeakMap<object, string>();

/**
 * The arguments that the skill tools use. Anything else that a model passes does not make a different call: otherwise
 * `load_skill {skill_name, n}` could continue forever. For other tools all arguments count.
 */
const RELEVANT: Readonly<Record<string, (args: JsonObject) => JsonObject | undefined>> = {
  list_skills: () => ({}),
  load_skill: (args) => {
    const skill = textArgument(args, 'skill_name');
    return skill === undefined ? undefined : { skill_name: skill.trim() };
  },
  load_skill_resource: (args) => {
    const { skill, path } = requestedFile(args, 'resource');
    return skill === '' || path === '' ? undefined : { file_path: path, skill_name: skill };
  },
};

/** Returns the arguments of a call that its tool uses, or all of them if a required one is missing. */
export function relevantArguments(tool: string, args: JsonObject): JsonObject {
  return own(RELEVANT, tool)?.(args) ?? args;
}

/** Returns the tool and its arguments as a text that does not depend on the order of the keys. */
export function signatureOf(call: Pick<CallView, 'tool' | 'args' | 'broken'>): string {
  const known = signatures.get(call);
  if (known !== undefined) return known;
  const args = call.broken ?? sortedJson(relevantArguments(call.tool, call.args));
  // Hashed rather than truncated: redaction would not recognize half of a secret.
  const signature = `${call.tool} ${args.length <= MAX_READABLE_LENGTH ? args : `#${fingerprint(args)}`}`;
  signatures.set(call, signature);
  return signature;
}

/** Returns a short text that identifies a text: guards remember thousands of calls, whose results may be large. */
export function fingerprint(text: string): string {
  return text.length <= MAX_PLAIN_LENGTH ? text : hash('sha1', text, 'base64');
}
