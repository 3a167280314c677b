/** The fields of agentskills.io/specification, which every client below builds on (November 2026). */
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

/** What each field means to whoever reads it, in one or two sentences; clients add what they do with it. */
export const MEANINGS: Readonly<Record<string, string>> = {
  name: 'Names the skill: lowercase letters, digits and single hyphens, the same as its folder.',
  description: 'What the skill does and when to use it. It is all that a model sees before it loads the skill.',
  license: 'The license, by its name or by the bundled file that holds it.',
  compatibility:
    'What the skill needs of its surroundings: a client, programs, network access. Most skills leave it out.',
  metadata: 'Values of your own, by name. Clients ignore the names that they do not know.',
  'allowed-tools': 'Tools that may be used without asking while the skill is active. Experimental.',
  allowed_tools: 'Another spelling of `allowed-tools`.',
  'disallowed-tools': 'Tools that may not be used while the skill is active.',
  'argument-hint': 'What to type after `/name`, shown while the user types.',
  arguments: 'Names of the arguments of `/name`; `$name` in the body is replaced by the value.',
  'user-invocable': 'Whether the user can call the skill as `/name`. Usually true.',
  'disable-model-invocation':
    'Whether the skill is hidden from the model, so that only the user can call it. Usually false.',
  context: '`fork` runs the skill in a subagent of its own, which does not see the conversation.',
  agent: 'Which agent runs the skill where `context` is `fork`.',
  background: 'Whether a forked skill runs in the background.',
  model: 'The model to use while the skill is active.',
  effort: 'How much the model thinks while the skill is active.',
  hooks: 'Commands to run at points of the skill’s life, by event.',
  paths: 'Glob patterns: the skill is offered by itself only when files like these are worked on.',
  shell: 'Which shell runs the commands in the body.',
  when_to_use: 'More on when to use the skill; it is added to the description.',
  icon: 'The icon beside the skill in lists.',
  color: 'The color of the skill in lists.',
  globs: 'Glob patterns of the files that the skill is for.',
};

/** What the specification itself says of its fields. */
export const SPECIFICATION: readonly ClientField[] = [
  NAME,
  DESCRIPTION,
  LICENSE,
  COMPATIBILITY,
  METADATA,
  ALLOWED_TOOLS,
];
