import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { RuntimeTemplate } from '../../runtime/evals/prepare/prepare-trials.ts';
import { prepareRun } from '../../runtime/run/prepare.ts';
import { readSkills } from '../../runtime/toolset/read-skills.ts';
import { CLIENTS, defined, type Skill } from '../../skill/index.ts';

/** A skill in a temporary folder. */
export interface MadeUpSkill {
  readonly folder: string;
  readonly skill: Skill;
  remove(): void;
}

/** Creates a skill with these eval items. */
export function makeUpSkill(items: readonly object[]): MadeUpSkill {
  const folder = mkdtempSync(join(tmpdir(), 'skillwright-bench-evals-'));
  const files = {
    'notes/SKILL.md': '---\nname: notes\ndescription: Writes notes.\n---\n# Steps\n\nWrite the notes.\n',
    'notes/evals/evals.json': JSON.stringify(items),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const read = readSkills([join(folder, 'notes')]);
  if (read.kind === 'failed' || read.skills[0] === undefined) throw new Error('The skill cannot be read.');
  return { folder, skill: read.skills[0], remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Prepares runs in a client, with this model or the simulated one. */
export async function templateFor(
  made: MadeUpSkill,
  client: string,
  model?: LanguageModelV4,
): Promise<RuntimeTemplate> {
  const spec = await prepareRun(
    defined({
      prompt: 'eval',
      skills: [made.skill.root],
      folder: made.folder,
      client,
      runs: join(made.folder, 'out/runs'),
      trusted: true,
      paced: false,
      guards: 'default',
      workspace: client === 'adk' ? undefined : null,
    }),
  );
  if ('refused' in spec) throw new Error(spec.refused);
  const name = 'made-up/model';
  const version = CLIENTS.find(({ behaviors }) => behaviors.some(({ id }) => id === client))?.version ?? '';
  const own = model === undefined ? spec : { ...spec, model: { model, name, simulated: false } };
  return { client, version, model: name, spec: own };
}
