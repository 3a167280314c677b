import { diskFiles } from '../../../skill/disk.ts';
import type { Skill } from '../../../skill/index.ts';
import { messageOf } from '../../errors.ts';
import { readSource } from '../../export/source.ts';
import type { RunEvent } from '../../protocol/events.ts';
import { redactLikelySecrets } from '../../protocol/likely-secrets.ts';
import type { SuggestCaseParams, SuggestCaseResult, SuggestedAssertion, UsedSkills } from '../../protocol/make-case.ts';
import { readSkills } from '../../toolset/read-skills.ts';
import { factsIn, type RunFacts } from '../judging/run-facts.ts';
import { namedFiles } from './named-files.ts';
import { absolutePathsIn, withRelativePaths } from './portable-prompt.ts';

export interface SuggestOptions {
  /** Secrets to redact in addition to texts that look like one. */
  readonly secrets: readonly string[];
  readonly signal?: AbortSignal;
}

/**
 * Suggests an eval case from a run or the session of another agent: its prompt, the files that the prompt names, and assertions
 * on what the journal shows about the skill. Secrets are redacted. Never throws.
 */
export async function suggestCase(params: SuggestCaseParams, options: SuggestOptions): Promise<SuggestCaseResult> {
  try {
    const read = readSkills([params.skill]);
    const [skill] = read.kind === 'failed' ? [] : read.skills;
    if (skill === undefined)
      return failed(`Name the folder of a skill: ${read.kind === 'failed' ? read.message : params.skill}`);
    const run = await readSource(params.file, options);
    if (run.kind === 'failed') return run;
    return suggest([...run.source.events] as unknown as readonly RunEvent[], skill, params);
  } catch (error) {
    // A journal may come from anywhere, and its events may lack anything.
    return failed(`Choose another run: this one cannot be read: ${messageOf(error)}`);
  }
}

/** Returns the names of the skills that a run was offered or loaded. Undefined if it cannot be read. */
export async function usedSkills(file: string): Promise<UsedSkills> {
  const read = await readSource(file, { secrets: [] }).catch(() => undefined);
  if (read?.kind !== 'source') return undefined;
  const names = [...read.source.events].flatMap(({ type, skills, skill }) => [
    ...(type === 'skill_loaded' ? [skill] : []),
    ...(type === 'run_started' && Array.isArray(skills)
      ? skills.map((one: unknown) => Object(one).name as unknown)
      : []),
  ]);
  // A plugin's name may be before that of the skill.
  return [
    ...new Set(names.filter((name) => typeof name === 'string').map((name) => name.slice(name.lastIndexOf(':') + 1))),
  ];
}

const failed = (message: string): SuggestCaseResult => ({ kind: 'failed', message });

function suggest(events: readonly RunEvent[], skill: Skill, { prompt: number = 1, folders }: SuggestCaseParams) {
  const starts = events.flatMap((event, index) =>
    event.type === 'run_started' &&
    event.parent === undefined &&
    typeof event.prompt === 'string' &&
    event.prompt.trim() !== ''
      ? [{ index, started: event, text: event.prompt }]
      : [],
  );
  const chosen = starts[number - 1];
  if (chosen === undefined)
    return failed(
      starts.length === 0
        ? 'Choose another run: this one has no prompt.'
        : `Choose a prompt from 1 to ${starts.length}.`,
    );
  const own = events.slice(chosen.index, starts[number]?.index);
  const facts = factsIn(own);
  const { started } = chosen;
  const homes = (started.skills ?? []).filter(({ name }) => isNamed(name, skill)).map(({ root }) => root);
  const bases = [skill.root, ...homes, ...(started.workspace === undefined ? [] : [started.workspace]), ...folders];
  const prompt = redactLikelySecrets(withRelativePaths(chosen.text.trim(), bases));
  const found = namedFiles(prompt, skill, folders, diskFiles());
  const { assertions, notes } = assertionsOf(facts, own, skill);
  return {
    ...({
      kind: 'suggested',
      skill: skill.name,
      prompts: starts.map(({ text }) => redactLikelySecrets(text)),
      prompt,
    } as const),
    ...{ absolutePaths: absolutePathsIn(prompt), files: found.files, assertions },
    notes: [
      ...notes,
      ...found.notes,
      ...(/\[redacted/.test(prompt + JSON.stringify(found.files)) ? ['Replace [redacted]: a secret was removed.'] : []),
    ],
  };
}

/** True if a name of a journal is that of the skill, possibly after that of a plugin. */
const isNamed = (name: string, skill: Skill): boolean => name === skill.name || name.endsWith(`:${skill.name}`);

function assertionsOf(facts: RunFacts, events: readonly RunEvent[], skill: Skill) {
  const assertions: SuggestedAssertion[] = [];
  const notes: string[] = [];
  const isLoaded =
    facts.loaded.some((one) => isNamed(one.skill, skill)) ||
    // Only sessions of other agents have this event.
    events.some(
      (event: { readonly type: string; readonly skill?: unknown }) =>
        event.type === 'skill_loaded' && typeof event.skill === 'string' && isNamed(event.skill, skill),
    );
  if (isLoaded) assertions.push({ text: `Loads ${skill.name}.`, check: 'loaded' });
  else notes.push(`The run never loaded ${skill.name}.`);
  const paths = (list: RunFacts['read']): readonly string[] => [
    ...new Set(list.filter((one) => isNamed(one.skill, skill)).map(({ path }) => path.replace(/^\.\//, ''))),
  ];
  for (const [check, verb, list] of [
    ['read', 'Reads', paths(facts.read)],
    ['ran', 'Runs', paths(facts.ran)],
  ] as const)
    for (const path of list)
      if (skill.bundle.files.has(path)) assertions.push({ text: `${verb} ${path}.`, check, path });
      else notes.push(`The skill no longer has ${path}, which the run used.`);
  assertions.push({ text: 'Requests no missing file.', check: 'max_misses', limit: 0 });
  const misses = facts.misses.filter((one) => isNamed(one.skill, skill)).length;
  if (misses > 0)
    notes.push(
      `The run requested ${misses} missing ${misses === 1 ? 'file' : 'files'}, which the case does not allow.`,
    );
  return { assertions, notes };
}
