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
    isThere ? [] : [{ at: [], message: `The extension has no \`${field}\`, so Gemini CLI does not load it. Add one.` }];
  return [
    ...needs('name', typeof name === 'string' && name !== ''),
    ...needs('version', typeof version === 'string' && version !== ''),
    ...(typeof name === 'string' && name !== '' && !/^[a-zA-Z0-9-]+$/.test(name)
      ? [
          {
            at: ['name'],
            target: name,
            message:
              'The name is not letters, digits and hyphens, so Gemini CLI does not load the extension. Use only these.',
          },
        ]
      : []),
  ];
}

/** The mistakes for which Claude Code 2.1.332 refuses a plugin, as it says itself; it ignores unknown fields. */
function claudePluginProblems(value: JsonObject): readonly ManifestProblem[] {
  const name = own(value, 'name');
  const version = own(value, 'version');
  const effect = 'so Claude Code does not install';
  const problems: ManifestProblem[] = [];
  if (name === undefined) problems.push({ at: [], message: `The plugin has no \`name\`, ${effect} it. Add one.` });
  else if (typeof name !== 'string')
    problems.push({ at: ['name'], message: `The name is not a string, ${effect} the plugin. Write it as one.` });
  else if (name === '' || name.includes(' '))
    problems.push(withSlug(['name'], name, `The name is empty or has spaces, ${effect} the plugin. Use one without.`));
  if (version !== undefined && typeof version !== 'string')
    problems.push({ at: ['version'], message: `\`version\` is not a string, ${effect} the plugin. Put it in quotes.` });
  return problems;
}
