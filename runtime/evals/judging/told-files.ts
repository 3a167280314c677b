import { diskFiles } from '../../../skill/disk.ts';
import { readDocument, type Skill, type SkillDocument, toldFiles } from '../../../skill/index.ts';
import { isProven, notJudged, notProven, type Outcome } from './outcome.ts';
import type { RunFacts, SkillEvent } from './run-facts.ts';

/** The texts of a skill, as a run can read them. */
export interface SkillTexts {
  readonly name: string;
  readonly manifest: SkillDocument;
  /** Returns the text of a Markdown file of the skill; undefined if it cannot be read. */
  readonly documentAt: (path: string) => SkillDocument | undefined;
}

const MARKDOWN = /\.(?:md|mdx|markdown)$/i;

/** Returns the texts of a skill on this machine. */
export function textsOfSkill({ name, manifest, root, bundle }: Skill): SkillTexts {
  const files = diskFiles();
  return {
    name,
    manifest,
    documentAt(path) {
      const file = bundle.files.has(path) ? files.read(`${root}/${path}`) : undefined;
      return file?.kind === 'text' ? readDocument(`${root}/${path}`, file.text) : undefined;
    },
  };
}

/**
 * Judges whether a run read every file that the texts which it loaded tell to read: those that they name unconditionally, and those
 * under a condition if they were asked for. Not judged if the run does not show what it read.
 */
export function allToldFilesRead(facts: RunFacts, { name, manifest, documentAt }: SkillTexts): Outcome {
  const ofSkill = (list: readonly SkillEvent[]): readonly SkillEvent[] => list.filter(({ skill }) => skill === name);
  const [loaded, misses] = [ofSkill(facts.loaded), ofSkill(facts.misses)];
  const used = [...ofSkill(facts.read), ...ofSkill(facts.ran)];
  const [first] = loaded;
  if (first === undefined)
    return {
      passed: false,
      evidence: `${name} was never loaded, so that none of its texts instructed it to read a file.`,
      events: [],
    };
  if (!loaded.some(isProven)) return notProven(name, 'loaded', loaded);
  if (!facts.showsResults) return notJudged('The session does not show what its calls read.', [first.seq]);
  const texts = new Map<string, SkillDocument>([['SKILL.md', manifest]]);
  for (const { path } of used.filter(isProven)) {
    const document = MARKDOWN.test(path) && !texts.has(path) ? documentAt(path) : undefined;
    if (document !== undefined) texts.set(path, document);
  }
  const told = [...texts].flatMap(([file, document]) => toldFiles(document, file));
  const asked = new Set([...used, ...misses].map(({ path }) => path));
  const wanted = told.filter(({ paths, isConditional }) => !isConditional || paths.some((path) => asked.has(path)));
  if (wanted.length === 0) return notJudged(`No text of ${name} that was read tells to read a file.`, [first.seq]);
  const states = new Map<
    string,
    { readonly state: 'read' | 'missed' | 'unproven' | 'unread'; events: readonly number[] }
  >();
  for (const { paths } of wanted) {
    const uses = used.filter(({ path }) => paths.includes(path));
    const proven = uses.filter(isProven);
    const missed = misses.filter(({ path }) => paths.includes(path));
    const isNamed =
      uses.length > 0 || (missed.length === 0 && paths.some((path) => facts.namedFiles.has(baseName(path))));
    const state = proven.length > 0 ? 'read' : isNamed ? 'unproven' : missed.length > 0 ? 'missed' : 'unread';
    const events = (proven.length > 0 ? proven : state === 'missed' ? missed : uses).map(({ seq }) => seq);
    states.set(paths[0] ?? '', { state, events });
  }
  const all = [...states];
  const withState = (wantedState: string) => all.filter(([, { state }]) => state === wantedState);
  const lost = [...withState('missed'), ...withState('unread')];
  const read = withState('read').length;
  if (lost.length > 0) {
    const files = lost.map(
      ([path, { state }]) => `${path} ${state === 'missed' ? 'missed and never read' : 'never read'}`,
    );
    const events = lost.flatMap(([, one]) => one.events);
    return { passed: false, evidence: `${read} of ${all.length} read; ${files.join(', ')}.`, events };
  }
  const unproven = withState('unproven');
  if (unproven.length > 0)
    return notJudged(
      `A command names ${unproven.map(([path]) => path).join(', ')}, but its result does not show that it was read.`,
      unproven.flatMap(([, one]) => one.events),
    );
  return { passed: true, evidence: `${read} of ${all.length} read.`, events: all.flatMap(([, one]) => one.events) };
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
