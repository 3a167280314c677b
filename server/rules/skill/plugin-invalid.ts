import { defined, type FileSystem, isFixturePath, isTemplatePath, manifestFindings } from '../../../skill/index.ts';
import type { Problem, Rule } from '../rule/rule.ts';

/** Reports errors in the manifests of plugins. These belong to no skill, so that `pluginProblems` checks them instead of `check`. */
export const pluginInvalid: Rule = {
  code: 'plugin.invalid',
  title: 'The manifest of a plugin, an extension or a marketplace has an error for which a client does not load it',
  severity: 'error',
  check: () => [],
};

/**
 * Returns the problems of a manifest.
 * @param path absolute
 * @param boundary the repository, or else the workspace folder
 */
export function pluginProblems(fs: FileSystem, path: string, boundary: string): readonly Problem[] {
  const inner = path.slice(boundary.length + 1);
  if (isTemplatePath(inner)) return [];
  const isFixture = isFixturePath(inner);
  return manifestFindings(fs, path, boundary).map(
    ({ range, severity, message, target, replacement, aspect }): Problem =>
      defined({
        range,
        severity: isFixture ? 'information' : severity,
        message: message,
        target,
        aspect,
        suggestions: replacement === undefined ? [] : [replacement],
        fixes:
          replacement === undefined
            ? []
            : [
                {
                  kind: 'edit',
                  title: `Change to ${replacement}`,
                  edits: [{ range, text: replacement }],
                  preferred: true,
                } as const,
              ],
      }),
  );
}
