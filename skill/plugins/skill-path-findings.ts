/** Finds the paths of skills in a manifest for which a client does not load the plugin. */
import type { ValuePath } from '../eval-cases/parsed-text.ts';
import { MANIFESTS } from '../files/find.ts';
import { basename, join, within } from '../files/paths.ts';
import { defined } from '../text/defined.ts';
import type { PluginFormat } from './manifest-files.ts';
import type { LookUp } from './manifest-lookup.ts';
import { type ManifestProblem, typeProblem } from './manifest-problem.ts';
import { isObject } from './read-json.ts';
import type { SkillPath } from './read-plugin.ts';

/**
 * Returns the problems with a list of paths to skills.
 * @param value the list as written
 * @param base the folder of the plugin
 * @param marketplace the folder that a wrong path may be relative to
 */
export function skillPathProblems(
  skills: readonly SkillPath[],
  value: unknown,
  at: ValuePath,
  base: string,
  marketplace: string,
  format: PluginFormat,
  look: LookUp,
): readonly ManifestProblem[] {
  const isClaude = format === 'claude-code';
  if (isClaude && isObject(value))
    return [
      { at, message: '`skills` is not a list of paths, so Claude Code does not load the plugin. Write it as one.' },
    ];
  const seen = new Set<string>();
  return skills.flatMap(({ at, written, path }): readonly ManifestProblem[] => {
    // A client may know names besides paths.
    if (typeof written !== 'string') return isClaude ? [typeProblem(at, 'The path of a skill')] : [];
    if (isClaude && !written.startsWith('./')) return [relativeProblem(at, written, base, look)];
    if (path.kind !== 'inside') return [];
    if (seen.has(path.path))
      return [{ at, severity: 'information', target: written, message: `\`${written}\` is listed twice. Remove it.` }];
    seen.add(path.path);
    const kind = look.kind(path.path);
    if (kind === 'file' && MANIFESTS.some((name) => name === basename(path.path))) {
      const replacement = written.slice(0, -basename(path.path).length).replace(/(?<=[^.])\/$/, '');
      const message = `This is the path of SKILL.md, not of the skill's folder: ${lost(format)}. Change it to \`${replacement}\`.`;
      return [{ at, target: written, replacement, message }];
    }
    if (kind !== undefined) return [];
    const similar = look.skillNamed(base, path.path) ?? look.skillNamed(marketplace, path.path);
    const inner = similar === undefined ? undefined : within(base, similar);
    const message = `The plugin has no \`${written}\`, and ${lost(format)}. Correct the path.`;
    return [defined({ at, target: written, replacement: inner === undefined ? undefined : `./${inner}`, message })];
  });
}

const lost = (format: PluginFormat): string =>
  format === 'claude-code' ? 'Claude Code loads none of its skills' : 'its skills there are not loaded';

/** Returns the problem with a path that Claude Code refuses, since it does not begin with `./`. */
function relativeProblem(at: ValuePath, written: string, base: string, look: LookUp): ManifestProblem {
  const message = `Claude Code does not install the plugin with the path \`${written}\`. Begin it with \`./\`, without \`..\`.`;
  if (/^(?:\.\.|\/|~|[a-z][\w+.-]*:)/i.test(written)) return { at, target: written, message };
  const direct = join(base, written);
  const found = look.kind(direct) === undefined ? look.skillNamed(base, direct) : direct;
  const inner = found === undefined ? undefined : within(base, found);
  return defined({ at, target: written, replacement: inner ? `./${inner}` : undefined, message });
}
