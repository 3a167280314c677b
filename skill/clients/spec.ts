/** The fields of agentskills.io/specification (November 2026), which all clients build on. */
import { MAX_COMPATIBILITY, MAX_DESCRIPTION, MAX_NAME } from '../model/naming.ts';
import type { ClientField } from './profile.ts';

export const NAME: ClientField = {
  name: 'name',
  value: { kind: 'text', max: MAX_NAME },
  does: 'Names the skill. Lowercase letters, digits and single hyphens, the same as the folder.',
};
export const DESCRIPTION: ClientField = {
  name: 'description',
  value: { kind: 'text', max: MAX_DESCRIPTION },
  does: 'Says what the skill does and when to use it. It is all that a model sees before it loads the skill.',
};
export const LICENSE: ClientField = { name: 'license', value: { kind: 'text' } };
export const COMPATIBILITY: ClientField = {
  name: 'compatibility',
  value: { kind: 'text', max: MAX_COMPATIBILITY },
};
export const METADATA: ClientField = { name: 'metadata', value: { kind: 'map' } };
export const ALLOWED_TOOLS: ClientField = { name: 'allowed-tools', value: { kind: 'tools' } };

/** The meaning of each field, in one or two sentences. Profiles add what the client does with it. */
export const MEANINGS: Readonly<Record<string, string>> = {
  name: 'Names the skill: lowercase letters, digits and single hyphens, the same as its folder.',
  description: 'What the skill does and when to use it. It is all that a model sees before it loads the skill.',
  license: 'The license: its name, or the bundled file that contains it.',
  compatibility: 'Requirements of the skill: a client, programs, network access. Most skills omit this field.',
  metadata: 'Custom values by name. Clients ignore names that they do not know.',
  'allowed-tools': 'Tools that may be used without asking while the skill is active. Experimental.',
  allowed_tools: 'Another spelling of `allowed-tools`.',
  'disallowed-tools': 'Tools that may not be used while the skill is active.',
  'argument-hint': 'What to type after `/name`, shown while the user types.',
  arguments: 'Names of the arguments of `/name`; `$name` in the body is replaced by the value.',
  'user-invocable': 'Whether the user can call the skill as `/name`. Usually true.',
  'disable-model-invocation':
    'Whether the skill is hidden from the model, so only the user can call it. Usually false.',
  context: '`fork` runs the skill in a separate subagent, which does not see the conversation.',
  agent: 'The agent that runs the skill if `context` is `fork`.',
  background: 'Whether a forked skill runs in the background.',
  model: 'The model to use while the skill is active.',
  effort: 'The reasoning effort of the model while the skill is active.',
  hooks: 'Commands to run on events in the skill’s life cycle.',
  paths: 'Glob patterns: the skill is offered automatically only while the user works on matching files.',
  shell: 'The shell that runs the commands in the body.',
  when_to_use: 'More about when to use the skill; appended to the description.',
  icon: 'The icon of the skill in lists.',
  color: 'The color of the skill in lists.',
  globs: 'Glob patterns of the files that the skill is for.',
};

/** The specification's own description of its fields. */
export const SPECIFICATION: readonly ClientField[] = [
  NAME,
  DESCRIPTION,
  LICENSE,
  COMPATIBILITY,
  METADATA,
  ALLOWED_TOOLS,
];
