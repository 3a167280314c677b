import { CLIENTS, type CountedRuns } from '../../skill/index.ts';
import type { ReplayedLayout } from './replay-layout.ts';

const COUNTED = CLIENTS.flatMap(({ misses }) => misses.flatMap((one) => (one.basis === 'runs' ? [one] : [])));

/** The runs of real agents that were counted whole, each in the layout in which they were counted. */
export const LAYOUTS: readonly ReplayedLayout[] = COUNTED.map(layoutOf);

/** Returns the same runs in a layout that differs only in where the skill is, and in how its path is written. */
export function elsewhere(layout: ReplayedLayout): ReplayedLayout {
  const folder = `/home/ada/.codex/skills/${layout.skill}`;
  const text = layout.text.replaceAll('<this-skill>/', '').replaceAll('codex-tools', 'tools');
  const file = layout.file.replace('codex-tools', 'tools');
  return { ...layout, folder, listed: `${folder}/SKILL.md`, text, file, prompt: '' };
}

function layoutOf(runs: CountedRuns): ReplayedLayout {
  const { root, written } = runs.layout;
  const skill = 'brew';
  const folder = `${root.startsWith('~') ? root.replace('~', '/home/ada') : `/home/ada/work/${root}`}/${skill}`;
  const isInText = runs.what === 'bundled';
  const file = isInText
    ? written.replace('<this-skill>/', '').replace('{file}', 'scripts/heat.py')
    : 'references/heat.md';
  const line = isInText ? written.replace('{file}', file) : file;
  const head = '---\nname: brew\ndescription: Follow brew\n---\n';
  const isShortened = runs.kind === 'root.alias';
  return {
    runs,
    skill,
    folder,
    listed: isShortened ? `r0/${skill}/SKILL.md` : `${folder}/SKILL.md`,
    prompt: isShortened ? `Roots of skills:\n- \`r0\` = \`${folder.slice(0, -skill.length - 1)}\`` : '',
    text: `${head}# Brew\n\nFirst use \`${line}\` to brew.\n`,
    file,
  };
}
