/** Resolves mentions, which name a bundled file without its path. */
import {
  basename,
  fitsKind,
  isClearlyMeant,
  isForOthers,
  join,
  type Mention,
  type MissPrediction,
  type Skill,
  specificWords,
} from '../../skill/index.ts';
import type { Target } from './target.ts';

/** Maximum number of matching files; words that match more are too vague. */
const MAX_MATCHES = 8;

/** Returns the possible targets of a mention in the skill's bundle, most likely first; empty if none or too many match. */
export function mentionTargets(mention: Mention, verdict: MissPrediction, skill: Skill): readonly Target[] {
  const { bundle, root } = skill;
  const { folder } = mention;
  if (mention.what === 'folder' && folder !== undefined && bundle.folders.has(folder))
    return [{ kind: 'folder', path: join(root, folder) }];
  const guessed = mention.guesses.filter((path) => bundle.files.has(path));
  const files = guessed.length > 0 ? guessed : fittingFiles(mention, verdict, skill);
  return files.length > MAX_MATCHES ? [] : files.map((file) => ({ kind: 'file', path: join(root, file) }));
}

function fittingFiles(mention: Mention, verdict: MissPrediction, { bundle, manifest, root }: Skill): readonly string[] {
  const name = mention.text.toLowerCase();
  if (mention.what === 'name') return [...bundle.files].filter((file) => basename(file).toLowerCase() === name);
  if (mention.what === 'promise') return [];
  const candidates = [...bundle.files].filter((file) => !isForOthers(file) && join(root, file) !== manifest.path);
  const matches = candidates.filter((file) => isClearlyMeant(mention, file) && fitsKind(mention.what, file));
  // "The template" is ambiguous unless there is only one.
  if (specificWords(mention.text).length === 0) return matches.length === 1 ? matches : [];
  return matches.length > 0 || verdict.kind === 'silent' ? matches : verdict.meant;
}
