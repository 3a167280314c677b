/**
 * What a word that may be a path can be to a document: nothing, or a reason to read the block that it stands in. The same
 * word is judged once for all documents of a folder. What is said here must follow from `resolve` and from the rules.
 */

import { isForOthers } from '../files/audience.ts';
import { basename, extension, join } from '../files/paths.ts';
import { misses } from '../guess/misses.ts';
import type { Bundle, Mention, Skill, SkillDocument } from '../model/model.ts';
import { leadsOf } from '../reach/leads.ts';
import { BUNDLE_FOLDERS } from '../references/target.ts';
import { surroundingsOf } from '../resolution/nowhere.ts';
import { matchesNothing } from '../resolution/pattern.ts';
import type { ResolveContext } from '../resolution/resolution.ts';
import type { Reading } from './readings.ts';

export interface Verdict {
  /** Read it wherever it stands. */
  readonly notable: boolean;
  /** A file name that no bundled file has: under the name of a folder it makes a model guess. */
  readonly isName: boolean;
  /** The name of a folder that governs what is listed under it. */
  readonly governs: boolean;
  /** A path that is nothing unless the prose around it names the skill itself. */
  readonly unlessNamed: boolean;
  /** A document that is nothing unless its line sends the reader there or lists it. */
  readonly unlessPresented: boolean;
  /** A document that SKILL.md does not lead to: to be read where one comes there first. */
  readonly deep?: string;
  /** The one bundled file of this name, that lies elsewhere: to be read unless a text has its path. */
  readonly bare?: string;
}

const NOTHING: Verdict = { notable: false, isName: false, governs: false, unlessNamed: false, unlessPresented: false };
const NOTABLE: Verdict = { ...NOTHING, notable: true };

export type Judge = (readings: readonly Reading[]) => Verdict;

const judges = new WeakMap<Skill, Map<string, Judge>>();

/** For the documents of a folder (`own`, from the skill's); SKILL.md has a judge of its own. */
export function judgeOf(context: ResolveContext, own: string, isManifest: boolean): Judge {
  const ofSkill = judges.get(context.skill) ?? new Map<string, Judge>();
  judges.set(context.skill, ofSkill);
  const key = `${isManifest} ${own}`;
  const known = ofSkill.get(key);
  if (known) return known;
  const verdicts = new Map<readonly Reading[], Verdict>();
  const one = judgeIn(context, own, isManifest);
  const judge: Judge = (readings) => {
    const before = verdicts.get(readings);
    if (before !== undefined) return before;
    let verdict = NOTHING;
    for (const reading of readings) {
      const next = one(reading);
      verdict = verdict === NOTHING ? next : next === NOTHING ? verdict : both(verdict, next);
    }
    verdicts.set(readings, verdict);
    return verdict;
  };
  ofSkill.set(key, judge);
  return judge;
}

function both(a: Verdict, b: Verdict): Verdict {
  const deep = a.deep ?? b.deep;
  const bare = a.bare ?? b.bare;
  // Two readings of a word that lead to two files: whoever reads it will tell.
  const differ = (b.deep !== undefined && deep !== b.deep) || (b.bare !== undefined && bare !== b.bare);
  return {
    notable: a.notable || b.notable || differ,
    isName: a.isName || b.isName,
    governs: a.governs || b.governs,
    unlessNamed: a.unlessNamed || b.unlessNamed,
    unlessPresented: a.unlessPresented || b.unlessPresented,
    ...(deep === undefined ? {} : { deep }),
    ...(bare === undefined ? {} : { bare }),
  };
}

function judgeIn(context: ResolveContext, own: string, isManifest: boolean) {
  const { skill, skills } = context;
  const { files, folders } = skill.bundle;
  const around = surroundingsOf(own, context);

  const found = (place: string, path: string): Verdict => {
    if (!path.endsWith('/')) {
      const isDeep = !isManifest && files.has(place) && MARKDOWN.has(extension(place)) && !isForOthers(place);
      return isDeep && !isNear(place, skill) ? { ...NOTHING, deep: place } : NOTHING;
    }
    const folder = path.replace(/\/$/, '');
    const guesses = ['\0'];
    const mention: Mention = { kind: 'mention', what: 'folder', range: NOWHERE, text: '', folder, guesses };
    // As SKILL.md would have it: what another document says of it besides can but silence it.
    const notable = misses(mention, skill).kind !== 'silent';
    return { ...NOTHING, notable, governs: BUNDLE_FOLDERS.has(folder) };
  };

  /** A file name alone, not as a link's target: a finding in another letter case, or where one bundled file has it elsewhere. */
  const nameAlone = (path: string): Verdict => {
    const lower = path.toLowerCase();
    const called = filesByName(skill.bundle).get(lower);
    const isName = called === undefined;
    const written = [...(skills.rootNames().get(lower) ?? []), ...around.writings(path)];
    if (written.some((one) => one !== path)) return { ...NOTABLE, isName };
    const unlessPresented = MARKDOWN.has(extension(lower));
    if (isName) return { ...NOTHING, isName, unlessPresented };
    const [bare, ...others] = around.writings(path).length > 0 ? [] : called.filter((file) => basename(file) === path);
    return bare === undefined || others.length > 0 || tells(skill.manifest, bare)
      ? { ...NOTHING, unlessPresented }
      : { ...NOTHING, bare, unlessPresented };
  };

  return ({ path, base, anchor, excuse, linked }: Reading): Verdict => {
    if (excuse === 'pseudo-link') return NOTHING;
    if (excuse === 'glob') return matchesNothing(path, skill.bundle) ? NOTABLE : NOTHING;
    if (base.kind === 'plugin') return NOTABLE;
    const clean = path.replace(/\/$/, '');
    const places = base.kind === 'skill' ? [join(clean)] : [join(own, clean), join(clean)];
    const place = places.find((one) => one === '' || files.has(one) || folders.has(one));
    if (anchor && (place !== undefined || !path.includes('/'))) return NOTABLE;
    if (place !== undefined) return found(place, path);
    if (path.includes('/') || base.kind === 'skill') {
      if (!linked && base.kind === 'document' && around.leadsNowhere(path))
        return { ...NOTHING, unlessNamed: true, unlessPresented: MARKDOWN.has(extension(path).toLowerCase()) };
      return { ...NOTABLE, governs: path.endsWith('/') && BUNDLE_FOLDERS.has(clean) };
    }
    return linked ? { ...NOTABLE, isName: !filesByName(skill.bundle).has(path.toLowerCase()) } : nameAlone(path);
  };
}

/** Whether a text has a path that tells where a bundled file lies. */
export const tells = ({ text }: SkillDocument, file: string): boolean =>
  text.includes(file.split('/').slice(-2).join('/'));

/** Whether SKILL.md itself leads to a file. Most often by a plain path, so that nothing else need be read. */
const isNear = (file: string, { manifest, root, bundle }: Skill): boolean =>
  manifest.plainly?.(root, bundle).has(file) || leadsOf(manifest, root, bundle).has(file);

const NOWHERE = { start: 0, end: 0 };
const MARKDOWN: ReadonlySet<string> = new Set(['.md', '.mdx', '.markdown']);

const byName = new WeakMap<Bundle, ReadonlyMap<string, readonly string[]>>();

/** The bundled files by their names in lower case. */
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
