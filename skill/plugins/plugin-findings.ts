/** Finds the mistakes in the manifest of one plugin or extension. */
import { own } from '../text/own.ts';
import { agentPluginFindings } from './agent-plugin-findings.ts';
import type { LookUp } from './manifest-lookup.ts';
import { type ManifestProblem, withSlug } from './manifest-problem.ts';
import type { JsonObject } from './read-json.ts';
import type { Plugin } from './read-plugin.ts';
import { skillPathProblems } from './skill-path-findings.ts';

/** Returns the problems of the manifest of a plugin, whose contents are `value`. */
export function pluginProblems(plugin: Plugin, value: JsonObject, look: LookUp): readonly ManifestProblem[] {
  const { format, root, skills } = plugin;
  switch (format) {
    case 'agent-plugins':
      return agentPluginFindings(value);
    case 'gemini-cli':
      return extensionProblems(value);
    default:
      return [
        ...(format === 'claude-code' ? claudePluginProblems(value) : []),
        ...skillPathProblems(skills, own(value, 'skills'), ['skills'], root, root, format, look),
      ];
  }
}

/** The fields that Gemini CLI needs, and the names that it accepts. */
function extensionProblems(value: JsonObject): readonly ManifestProblem[] {
  const name = own(value, 'name');
  const version = own(value, 'version');
  const needs = (field: string, isThere: boolean): readonly ManifestProblem[] =>
    isThere ? [] : [{ at: [], message: `Add a \`${field}\`: Gemini CLI does not load an extension without one.` }];
  return [
    ...needs('name', typeof name === 'string' && name !== ''),
    ...needs('version', typeof version === 'string' && version !== ''),
    ...(typeof name === 'string' && name !== '' && !/^[a-zA-Z0-9-]+$/.test(name)
      ? [
          {
            at: ['name'],
            target: name,
            message: 'Use letters, digits and hyphens in the name: Gemini CLI does not load the extension otherwise.',
          },
        ]
      : []),
  ];
}

/** The mistakes for which Claude Code 2.1.332 refuses a plugin, as it says itself; it ignores unknown fields. */
function claudePluginProblems(value: JsonObject): readonly ManifestProblem[] {
  const name = own(value, 'name');
  const version = own(value, 'version');
  const why = 'Claude Code does not install the plugin otherwise.';
  const problems: ManifestProblem[] = [];
  if (name === undefined)
    problems.push({ at: [], message: `Add a \`name\`: Claude Code installs no plugin without one.` });
  else if (typeof name !== 'string') problems.push({ at: ['name'], message: `Write the name as a string: ${why}` });
  else if (name === '' || name.includes(' '))
    problems.push(withSlug(['name'], name, `Use a name without spaces: ${why}`));
  if (version !== undefined && typeof version !== 'string')
    problems.push({ at: ['version'], message: `Put \`version\` in quotes: ${why}` });
  return problems;
}
