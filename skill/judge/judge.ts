/**
 * The judge: how likely it is that an author means a file of this bundle, for a path that leads nowhere. Learned from
 * references that resolve against references that do not (`bench/train/`); a sum of evidence, so that each part can be shown.
 */
import type { Reference, SkillDocument } from '../model/model.ts';
import type { ResolveContext } from '../resolution/resolution.ts';
import { CLUES } from './clues.ts';
import { eachPair, speaking } from './features.ts';
import { type Situation, situationOf } from './situation.ts';
import { WEIGHTS, type Weights } from './weights.ts';
import { featureName, type WordFeature, wordFeatures } from './words.ts';

/** What one clue added. */
export interface Evidence {
  /** Id of the clue; `words` for all words together. */
  readonly id: string;
  /** Change of the log-odds when the clue is taken out: above 0 it speaks for a bundled file. */
  readonly weight: number;
  readonly says: string;
}

export interface Judgement {
  /** From 0 to 1: how likely the author means a file of this bundle. */
  readonly certainty: number;
  /** Every clue that spoke, the weightiest first. */
  readonly clues: readonly Evidence[];
  /** How the path is handed to the model by SKILL.md itself, or that it is a slip; absent where it only stands somewhere. */
  readonly handed?: Handed;
  /** The path is in another file than SKILL.md. */
  readonly inOtherFile?: true;
}

/**
 * A slip of the pen away from a bundled file; or a link or an image, words that send the model there, a command that
 * runs what lies in `scripts/`, another command; or only a path into a folder that the Agent Skills specification names.
 */
export type Handed = 'slip' | 'link' | 'told' | 'script' | 'command' | 'folder';

/** Words that are named as the weightiest. */
const NAMED_WORDS = 3;
/** Kinds of features that are no words of the text. */
const SHAPES: ReadonlySet<string> = new Set(['shape', 'kind', 'place', 'form-last']);

/** Judges a reference of `document` that leads nowhere. `weights`: other than those that ship, for tests and benchmarks. */
export function judge(
  reference: Reference,
  document: SkillDocument,
  context: ResolveContext,
  weights: Weights = WEIGHTS,
): Judgement {
  const situation = situationOf(reference, document, context);
  const present = speaking(situation);
  // What a clue adds is what goes with it: its own weight, and that of every pair that it is part of.
  const added = new Float64Array(CLUES.length);
  let logOdds = weights.bias;
  for (const index of present) {
    const weight = weights.clues[index] ?? 0;
    added[index] = weight;
    logOdds += weight;
  }
  eachPair(present, (first, second, pair) => {
    const weight = weights.pairs[pair] ?? 0;
    logOdds += weight;
    added[first] = (added[first] ?? 0) + weight;
    added[second] = (added[second] ?? 0) + weight;
  });
  const clues: Evidence[] = [];
  for (const index of present) {
    const clue = CLUES[index];
    const weight = rounded(added[index] ?? 0);
    if (clue !== undefined && weight !== 0) clues.push({ id: clue.id, weight, says: clue.says });
  }
  const words = wordsIn(situation, weights);
  if (words) {
    clues.push(words);
    logOdds += words.weight;
  }
  clues.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const handed = handedBy(present, situation);
  return {
    certainty: rounded(1 / (1 + Math.exp(-logOdds))),
    clues,
    ...(handed ? { handed } : {}),
    ...(situation.isManifest ? {} : { inOtherFile: true }),
  };
}

const indexOf = (id: string): number => CLUES.findIndex((clue) => clue.id === id);

/** The clues that show how a path is handed over, the plainest first; all but a slip count in SKILL.md alone. */
const HANDS_OVER: readonly (readonly [clue: number, handed: Handed])[] = [
  [indexOf('bundle.slip'), 'slip'],
  [indexOf('form.manifest-link'), 'link'],
  [indexOf('said.sent'), 'told'],
  [indexOf('pair.command-scripts'), 'script'],
  [indexOf('form.command'), 'command'],
];
const FENCE = indexOf('form.fence');
const OWN_FOLDERS = ['path.references', 'path.scripts', 'path.assets'].map(indexOf);

function handedBy(present: readonly number[], { isManifest }: Situation): Handed | undefined {
  for (const [clue, handed] of HANDS_OVER)
    if ((isManifest || handed === 'slip') && present.includes(clue)) return handed;
  // What a fence draws is a template or a project's tree as often as not.
  if (!isManifest || present.includes(FENCE)) return undefined;
  return OWN_FOLDERS.some((clue) => present.includes(clue)) ? 'folder' : undefined;
}

function wordsIn(situation: Situation, { words }: Weights): Evidence | undefined {
  const seen = new Set<number>();
  const found: Weighed[] = [];
  let sum = 0;
  for (const feature of wordFeatures(situation)) {
    const { bucket } = feature;
    if (seen.has(bucket)) continue;
    seen.add(bucket);
    const weight = words[bucket] ?? 0;
    sum += weight;
    found.push({ feature, weight });
  }
  if (sum === 0) return undefined;
  const direction = Math.sign(sum);
  const strongest: Weighed[] = [];
  for (const one of found) {
    // Most are weaker than the three strongest so far, and need not be looked at.
    let place = strongest.length;
    for (; place > 0; place--) if (!isStronger(one, strongest[place - 1] ?? one, direction)) break;
    if (place >= NAMED_WORDS || SHAPES.has(one.feature.kind)) continue;
    strongest.splice(place, 0, one);
    if (strongest.length > NAMED_WORDS) strongest.pop();
  }
  const named = strongest.map(({ feature }) => `"${feature.words}"`);
  return { id: 'words', weight: rounded(sum), says: `of the words around it, above all ${named.join(', ')}` };
}

interface Weighed {
  readonly feature: WordFeature;
  readonly weight: number;
}

/** Whether a word pulls more than another in the direction of all words; of two alike the first by its letters. */
function isStronger(one: Weighed, other: Weighed, direction: number): boolean {
  const more = (one.weight - other.weight) * direction;
  return more === 0 ? featureName(one.feature) < featureName(other.feature) : more > 0;
}

/** To three decimals: more says nothing, and the same everywhere. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;
