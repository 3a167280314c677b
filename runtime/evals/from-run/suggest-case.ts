import { diskFiles } from '../../../skill/disk.ts';
import type { Skill } from '../../../skill/index.ts';
import { messageOf } from '../../errors.ts';
import { readEachEvent } from '../../export/read-events.ts';
import { redactorOf } from '../../journal/redact.ts';
import type { SuggestCaseParams, SuggestCaseResult, SuggestedAssertion, UsedSkills } from '../../protocol/make-case.ts';
import { redactLikelySecrets } from '../../secrets/likely-secrets.ts';
import { formatCount } from '../../text/count.ts';
import { readSkills } from '../../toolset/read-skills.ts';
import { isProven } from '../judging/outcome.ts';
import type { RunFacts } from '../judging/run-facts.ts';
import { namedFiles } from './named-files.ts';
import { absolutePathsIn, withRelativePaths } from './portable-prompt.ts';
import { type ChosenPrompt, PromptReader } from './prompt-reader.ts';

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
    const found = readSkills([params.skill], { client: null });
    const [skill] = found.kind === 'failed' ? [] : found.skills;
    if (skill === undefined)
      return failed(`Name the folder of a skill: ${found.kind === 'failed' ? found.message : params.skill}`);
    const reader = new PromptReader(params.prompt ?? 1);
    const read = await readEachEvent(params.file, {
      redactor: redactorOf(options.secrets),
      signal: options.signal,
      add: (event) => reader.add(event),
    });
    if (typeof read === 'string') return failed(read);
    const { prompts, chosen } = reader;
    if (prompts.length === 0) return failed('Choose another run: this one has no prompt.');
    return chosen === undefined
      ? failed(`Choose a prompt from 1 to ${prompts.length}.`)
      : suggest(prompts, chosen, skill, params.folders);
  } catch (error) {
    // A journal may come from anywhere, and its events may lack anything.
    return failed(`Choose another run: this one cannot be read: ${messageOf(error)}`);
  }
}

/** Returns the names of the skills that a run was offered or loaded. Undefined if it cannot be read. */
export async function usedSkills(file: string): Promise<UsedSkills> {
  const names = new Set<unknown>();
  const add = ({ type, skills, skill }: { readonly type: string; skills?: unknown; skill?: unknown }): void => {
    if (type === 'skill_loaded') names.add(skill);
    if (type === 'run_started' && Array.isArray(skills)) for (const one of skills) names.add(Object(one).name);
  };
  const read = await readEachEvent(file, { redactor: redactorOf([]), add }).catch(() => '');
  if (typeof read === 'string') return undefined;
  // A plugin's name may be before that of the skill.
  const texts = [...names].filter((name) => typeof name === 'string');
  return [...new Set(texts.map((name) => name.slice(name.lastIndexOf(':') + 1)))];
}

const failed = (message: string): SuggestCaseResult => ({ kind: 'failed', message });

function suggest(
  prompts: readonly string[],
  { started, text, facts, loaded }: ChosenPrompt,
  skill: Skill,
  folders: readonly string[],
): SuggestCaseResult {
  const homes = (started.skills ?? []).filter(({ name }) => isNamed(name, skill)).map(({ root }) => root);
  const bases = [skill.root, ...homes, ...(started.workspace === undefined ? [] : [started.workspace]), ...folders];
  const prompt = redactLikelySecrets(withRelativePaths(text.trim(), bases));
  const found = namedFiles(prompt, skill, folders, diskFiles());
  const { assertions, notes } = assertionsOf(facts, loaded, skill);
  return {
    kind: 'suggested',
    skill: skill.name,
    prompts,
    prompt,
    absolutePaths: absolutePathsIn(prompt),
    files: found.files,
    assertions,
    notes: [
      ...notes,
      ...found.notes,
      ...(/\[redacted/.test(prompt + JSON.stringify(found.files)) ? ['Replace [redacted]: a secret was removed.'] : []),
    ],
  };
}

/** True if a name of a journal is that of the skill, possibly after that of a plugin. */
const isNamed = (name: string, skill: Skill): boolean => name === skill.name || name.endsWith(`:${skill.name}`);

function assertionsOf(facts: RunFacts, loaded: ReadonlySet<string>, skill: Skill) {
  const assertions: SuggestedAssertion[] = [];
  const notes: string[] = [];
  const isLoaded = [...facts.loaded.filter(isProven).map((one) => one.skill), ...loaded].some((name) =>
    isNamed(name, skill),
  );
  if (isLoaded) assertions.push({ text: `Loads ${skill.name}.`, check: 'loaded' });
  else notes.push(`The run never loaded ${skill.name}.`);
  const paths = (list: RunFacts['read']): readonly string[] => [
    ...new Set(
      list.filter((one) => isProven(one) && isNamed(one.skill, skill)).map(({ path }) => path.replace(/^\.\//, '')),
    ),
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
    notes.push(`The run requested ${formatCount(misses, 'missing file')}, which the case does not allow.`);
  return { assertions, notes };
}
