import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { Skill } from '../../skill/index.ts';
import { own } from '../../skill/index.ts';
import { messageOf } from '../errors.ts';
import type { StressedSkill, StressedWords, StressMatrix } from '../protocol/stress.ts';
import { copyFiles } from '../scripts/copy-skill.ts';
import { createTemporaryFolder } from '../temporary/temporary-folder.ts';
import { readSkills } from '../toolset/read-skills.ts';
import { applyFixes, type FixedFile, includesBaseFix, offsetOf } from './fixes.ts';

/** Maximum size of a skill that is copied, in bytes. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Applies every fix to a copy of the skill, repeats the test there for the clients that waste calls, and adds the
 * results to the matrix. Without fixes, or if `stress` returns undefined because the test was stopped, the matrix is
 * returned unchanged.
 */
export async function tryFixes(
  skill: Skill,
  matrix: StressMatrix,
  signal: AbortSignal,
  stress: (skill: Skill, client: string) => Promise<StressedSkill | undefined>,
): Promise<StressMatrix | { readonly kind: 'failed'; readonly message: string }> {
  const needsStatement = matrix.words.some(({ fixes }) => includesBaseFix(fixes));
  const edited = applyFixes(skill.manifest.path, matrix.words, needsStatement);
  if (edited.length === 0) return matrix;
  const outer = createTemporaryFolder('fixed');
  try {
    const copy = await copyWith(skill, join(outer, basename(skill.root)), edited, signal);
    if (signal.aborted) return matrix;
    if ('message' in copy) return copy;
    let words = matrix.words;
    const clients: StressMatrix['clients'][number][] = [];
    for (const client of matrix.clients) {
      const result = client.wastedCalls === 0 ? undefined : await stress(copy, client.client);
      if (signal.aborted) return matrix;
      clients.push(result === undefined ? client : { ...client, fixed: result.wastedCalls });
      if (result !== undefined)
        words = addFixedCalls(words, client.client, remaining(result, copy, skill, edited, words));
    }
    return { ...matrix, clients, words };
  } catch (error) {
    return { kind: 'failed', message: `Cannot try the fixes: ${messageOf(error)}` };
  } finally {
    rmSync(outer, { recursive: true, force: true });
  }
}

async function copyWith(
  skill: Skill,
  folder: string,
  edited: readonly FixedFile[],
  signal: AbortSignal,
): Promise<Skill | { readonly kind: 'failed'; readonly message: string }> {
  mkdirSync(folder);
  const copied = await copyFiles(skill.root, folder, MAX_BYTES, signal);
  if (copied.kind === 'failed') return copied;
  for (const { file, text } of edited) writeFileSync(join(folder, relative(skill.root, file)), text);
  const read = readSkills([folder], { client: null });
  if (read.kind === 'failed') return read;
  return read.skills[0] ?? { kind: 'failed', message: 'The fixed copy has no skill.' };
}

/** Returns the calls that the words of the original still waste in the copy. */
function remaining(
  { causes }: StressedSkill,
  copy: Skill,
  skill: Skill,
  edited: readonly FixedFile[],
  words: readonly StressedWords[],
): ReadonlyMap<StressedWords, number> {
  const calls = new Map<StressedWords, number>();
  for (const cause of causes) {
    if (cause.kind !== 'missing') continue;
    const file = skill.root + cause.file.slice(copy.root.length);
    const fixed = edited.find((one) => one.file === file);
    const text = fixed?.text ?? readFileSync(file, 'utf8');
    const at = offsetOf(text, cause.line, cause.column);
    const offset = fixed?.originalOffset(at) ?? at;
    const original = readFileSync(file, 'utf8');
    const row = words.find((one) => {
      if (one.file !== file) return false;
      const start = offsetOf(original, one.line, one.column);
      const end = offsetOf(original, one.endLine, one.endColumn);
      // A path that was written after the words belongs to them; closing marks may be in between.
      return offset >= start && offset <= end + 3;
    });
    if (row !== undefined) calls.set(row, (calls.get(row) ?? 0) + cause.calls);
  }
  return calls;
}

function addFixedCalls(
  words: readonly StressedWords[],
  client: string,
  calls: ReadonlyMap<StressedWords, number>,
): readonly StressedWords[] {
  return words.map((one): StressedWords => {
    const left = calls.get(one) ?? 0;
    // A run that other words ended earlier may now reach these.
    return own(one.calls, client) === undefined && left === 0
      ? one
      : { ...one, fixed: { ...one.fixed, [client]: left } };
  });
}
