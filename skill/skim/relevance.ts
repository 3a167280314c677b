/**
 * Decides whether a word that may be a path is a reason to parse its block. The same word is judged once for all
 * documents in a folder. The decision must agree with `resolve` and with the rules.
 */

import { isForOthers } from '../files/audience.ts';
import { basename, extension, join } from '../files/paths.ts';
import { predictMiss } from '../guess/predict-miss.ts';
import type { Bundle, Mention, Skill, SkillDocument } from '../model/model.ts';
import { filesReachedBy } from '../reach/reached-files.ts';
import { BUNDLE_FOLDERS } from '../references/target.ts';
import { folderFactsOf } from '../resolution/irrelevant-paths.ts';
import { matchesNothing } from '../resolution/pattern.ts';
import type { ResolveContext } from '../resolution/resolution.ts';
import { defined } from '../text/defined.ts';
import type { Reading } from './readings.ts';

export interface Relevance {
  /** Parse the block in any case. */
  readonly isRelevant: boolean;
  /** A file name that no bundled file has. Listed below a folder's name, it makes a model guess a path. */
  readonly isName: boolean;
  /** The name of a folder that applies to the names listed below it. */
  readonly governs: boolean;
  /** A path that is irrelevant unless the prose around it names this skill. */
  readonly onlyIfNamed: boolean;
  /** A document that is irrelevant unless its line lists it or refers the reader to it. */
  readonly onlyIfPresented: boolean;
  /** A document that SKILL.md does not lead to, relevant in the document that leads to it first. */
  readonly deep?: string;
  /** The only bundled file of this name, located elsewhere: relevant unless the text contains its path. */
  readonly bare?: string;
}

const NOTHING: Relevance = {
  isRelevant: false,
  isName: false,
  governs: false,
  onlyIfNamed: false,
  onlyIfPresented: false,
};
const NOTABLE: Relevance = { ...NOTHING, isRelevant: true };

export type RelevanceJudge = (readings: readonly Reading[]) => Relevance;

const judges = new WeakMap<Skill, Map<string, RelevanceJudge>>();

/**
 * Returns the cached judge for the documents in the folder `own`, relative to the skill; SKILL.md has one of its own.
 */
export function relevanceJudge(context: ResolveContext, own: string, isManifest: boolean): RelevanceJudge {
  const ofSkill = judges.get(context.skill) ?? new Map<string, RelevanceJudge>();
  judges.set(context.skill, ofSkill);
  const key = `${isManifest} ${own}`;
  const known = ofSkill.get(key);
  if (known) return known;
  const verdicts = new Map<readonly Reading[], Relevance>();
  const judgeReading = createJudge(context, own, isManifest);
  const judge: RelevanceJudge = (readings) => {
    const before = verdicts.get(readings);
    if (before !== undefined) return before;
    let verdict = NOTHING;
    for (const reading of readings) {
      const next = judgeReading(reading);
      verdict = verdict === NOTHING ? next : next === NOTHING ? verdict : combine(verdict, next);
    }
    verdicts.set(readings, verdict);
    return verdict;
  };
  ofSkill.set(key, judge);
  return judge;
}

function combine(a: Relevance, b: Relevance): Relevance {
  const deep = a.deep ?? b.deep;
  const bare = a.bare ?? b.bare;
  // The two readings lead to different files, so the block must be parsed to find out.
  const differ = (b.deep !== undefined && deep !== b.deep) || (b.bare !== undefined && bare !== b.bare);
  return defined({
    isRelevant: a.isRelevant || b.isRelevant || differ,
    isName: a.isName || b.isName,
    governs: a.governs || b.governs,
    onlyIfNamed: a.onlyIfNamed || b.onlyIfNamed,
    onlyIfPresented: a.onlyIfPresented || b.onlyIfPresented,
    deep,
    bare,
  });
}

function createJudge(context: ResolveContext, own: string, isManifest: boolean) {
  const { skill, skills } = context;
  const { files, folders } = skill.bundle;
  const facts = folderFactsOf(own, context);

  const judgeFound = (candidate: string, path: string): Relevance => {
    if (!path.endsWith('/')) {
      const isDeep =
        !isManifest && files.has(candidate) && MARKDOWN.has(extension(candidate)) && !isForOthers(candidate);
      return isDeep && !isReachedDirectly(candidate, skill) ? { ...NOTHING, deep: candidate } : NOTHING;
    }
    const folder = path.replace(/\/$/, '');
    const guesses = ['\0'];
    const mention: Mention = { kind: 'mention', what: 'folder', range: NOWHERE, text: '', folder, guesses };
    // Judged as in SKILL.md: in another document there can only be additional reasons to ignore it.
    const isRelevant = predictMiss(mention, skill).kind !== 'silent';
    return { ...NOTHING, isRelevant, governs: BUNDLE_FOLDERS.has(folder) };
  };

  /**
   * Judges a file name alone that is not a link's target: relevant if a file's name differs only in case, or if
   * the file is in another folder.
   */
  const judgeName = (path: string): Relevance => {
    const lower = path.toLowerCase();
    const sameName = filesByName(skill.bundle).get(lower);
    const isName = sameName === undefined;
    const written = [...(skills.rootNames().get(lower) ?? []), ...facts.spellings(path)];
    if (written.some((one) => one !== path)) return { ...NOTABLE, isName };
    const onlyIfPresented = MARKDOWN.has(extension(lower));
    if (isName) return { ...NOTHING, isName, onlyIfPresented };
    const [bare, ...others] =
      facts.spellings(path).length > 0 ? [] : sameName.filter((file) => basename(file) === path);
    return bare === undefined || others.length > 0 || givesLocation(skill.manifest, bare)
      ? { ...NOTHING, onlyIfPresented }
      : { ...NOTHING, bare, onlyIfPresented };
  };

  return ({ path, base, anchor, excuse, linked }: Reading): Relevance => {
    if (excuse === 'pseudo-link') return NOTHING;
    if (excuse === 'glob') return matchesNothing(path, skill.bundle) ? NOTABLE : NOTHING;
    if (base.kind === 'plugin' || base.kind === 'installed') return NOTABLE;
    const clean = path.replace(/\/$/, '');
    const candidates = base.kind === 'skill' ? [join(clean)] : [join(own, clean), join(clean)];
    const candidate = candidates.find((one) => one === '' || files.has(one) || folders.has(one));
    if (anchor && (candidate !== undefined || !path.includes('/'))) return NOTABLE;
    if (candidate !== undefined) return judgeFound(candidate, path);
    if (path.includes('/') || base.kind === 'skill') {
      if (!linked && base.kind === 'document' && facts.isIrrelevant(path))
        return { ...NOTHING, onlyIfNamed: true, onlyIfPresented: MARKDOWN.has(extension(path).toLowerCase()) };
      return { ...NOTABLE, governs: path.endsWith('/') && BUNDLE_FOLDERS.has(clean) };
    }
    return linked ? { ...NOTABLE, isName: !filesByName(skill.bundle).has(path.toLowerCase()) } : judgeName(path);
  };
}

/** Returns true if a text contains a path that says where a bundled file is. */
export const givesLocation = ({ text }: SkillDocument, file: string): boolean =>
  text.includes(file.split('/').slice(-2).join('/'));

/** Returns true if SKILL.md itself leads to a file, usually by a plain path, so nothing else need be parsed. */
const isReachedDirectly = (file: string, { manifest, root, bundle }: Skill): boolean =>
  manifest.plainTargets?.(root, bundle).has(file) || filesReachedBy(manifest, root, bundle).has(file);

const NOWHERE = { start: 0, end: 0 };
const MARKDOWN: ReadonlySet<string> = new Set(['.md', '.mdx', '.markdown']);

const byName = new WeakMap<Bundle, ReadonlyMap<string, readonly string[]>>();

/** Maps names in lower case to the bundled files with that name. */
function filesByName(bundle: Bundle): ReadonlyMap<string, readonly string[]> {
  const known = byName.get(bundle);
  if (known) return known;
  const files = new Map<string, string[]>();
  for (const file of bundle.files) {
    const name = basename(file).toLowerCase();
    const same = files.get(name);
    if (same) same.push(file);
    else files.set(name, [file]);
  }
  byName.set(bundle, files);
  return files;
}
