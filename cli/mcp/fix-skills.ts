import { createTwoFilesPatch } from 'diff';
import { z } from 'zod';
import type { FindingsCache } from '../../server/check/findings-cache.ts';
import { fixAll } from '../../server/check/fix.ts';
import { count } from '../../server/check/report.ts';
import { defined, formatCount } from '../../skill/index.ts';
import { checkPath } from './check.ts';
import { PATH, refusalOf } from './check-skills.ts';
import { FINDING, findingText, isForAgents, type ListedFinding, listFindings, pageOfFindings } from './findings.ts';
import { CHANGED, cursorAt, cut, endOfText, MAX_BYTES, offsetOf, sizeOf } from './pages.ts';
import { placePath, shownPath } from './roots.ts';
import { type Answer, mcpTool, problem } from './tool.ts';

/** Limits of the comparison, which takes quadratic time for texts without common lines. */
const LIMITS = { context: 3, timeout: 200, maxEditLength: 4_000 } as const;

/** Bytes that a part of the diff may have. */
const DIFF_ROOM = 2_600;
/** Number of answers whose diffs are kept for their cursors. */
const MAX_KEPT = 8;

const OUTPUT = z.object({
  root: z.string(),
  fixes: z.number().describe('Findings that were fixed.'),
  files: z.number().describe('Files that were changed.'),
  diff: z.string().describe('Unified diff of what was changed; paths are relative to root.'),
  unwritten: z.array(z.string()).optional().describe('Files that could not be written, with the reason.'),
  errors: z.number().describe('Errors that are left.'),
  warnings: z.number().describe('Warnings that are left.'),
  left: z.array(FINDING).describe('The first of these; check_skills returns all of them.'),
  cursor: z.string().optional().describe('Present if the diff has more.'),
});

/** The changes of a call, and what is left. */
interface Fixed {
  readonly root: string;
  readonly fixes: number;
  readonly files: number;
  readonly diff: string;
  readonly unwritten: readonly string[];
  readonly errors: number;
  readonly warnings: number;
  readonly left: readonly ListedFinding[];
}

/** Returns the tool `fix_skills`, which applies the fixes of `skillwright check --fix`. */
export function fixSkillsTool(cache: FindingsCache) {
  const kept: Fixed[] = [];
  let last: Promise<unknown> = Promise.resolve();
  return mcpTool({
    name: 'fix_skills',
    title: 'Fix skills',
    description:
      'Applies the fixes that are correct whatever the author meant to the skills at or below a path, as `skillwright check --fix` does. Returns the diff, and the errors and warnings that are left.',
    isReadOnly: false,
    input: z.object({
      path: PATH,
      cursor: z
        .string()
        .max(100)
        .optional()
        .describe('From the previous answer, for the rest of its diff. With it nothing is written.'),
    }),
    output: OUTPUT,
    async run({ path, cursor }, call) {
      if (cursor !== undefined) {
        const fixed = kept.find(({ diff }) => offsetOf(cursor, diff) !== undefined);
        return fixed === undefined ? problem(CHANGED) : answerOf(fixed, offsetOf(cursor, fixed.diff) ?? 0);
      }
      const placed = placePath(path, call.roots, call.held);
      if (placed.kind === 'refused') return problem(placed.message);
      const { root } = placed;
      // Of two calls at the same time the second one fixes what the first one has left.
      const run = last.then(async () => {
        const before = new Map<string, string>();
        let refusal: string | undefined;
        const fixed = await fixAll(
          async () => {
            if (call.progress.signal.aborted) return undefined;
            const result = await checkPath(placed.path, root, call.held, cache, call.progress);
            refusal = refusalOf(result);
            return result.kind === 'report' && refusal === undefined ? result.report : undefined;
          },
          {
            text: call.held.textOf,
            write(file, text) {
              const old = call.held.textOf(file);
              const failure = call.held.replace(file, text);
              if (failure === undefined && old !== undefined && !before.has(file)) before.set(file, old);
              return failure;
            },
          },
        );
        if (fixed === undefined) return problem(refusal ?? 'It was cancelled.');
        const changed = [...before].map(([file, old]) => diffOf(shownPath(file, root), old, call.held.textOf(file)));
        const done: Fixed = {
          root: root.given,
          fixes: fixed.fixes,
          files: fixed.files,
          diff: changed.join(''),
          unwritten: fixed.unwritten.map((one) => cut(`${shownPath(one.path, root)}: ${one.why}`, 150)).slice(0, 2),
          errors: count(fixed.report, 'error'),
          warnings: count(fixed.report, 'warning'),
          left: listFindings(fixed.report.files, isForAgents),
        };
        kept.unshift(done);
        kept.length = Math.min(kept.length, MAX_KEPT);
        return answerOf(done, 0);
      });
      last = run.catch(() => undefined);
      return run;
    },
  });
}

function answerOf({ left, unwritten, diff, ...counts }: Fixed, start: number): Answer<z.output<typeof OUTPUT>> {
  const end = endOfText(diff, start, DIFF_ROOM);
  const part = diff.slice(start, end);
  const next = end < diff.length ? cursorAt(end, diff) : undefined;
  const room = MAX_BYTES - 900 - sizeOf(part);
  const [first] = pageOfFindings(left.slice(0, 1), 0);
  const fits = first !== undefined && Math.max(sizeOf(first), Buffer.byteLength(findingText(first))) < room;
  const shown = fits ? pageOfFindings(left, 0, room) : [];
  const remaining = left.length - shown.length;
  return {
    kind: 'answer',
    result: defined<z.output<typeof OUTPUT>>({
      ...counts,
      diff: part,
      unwritten: unwritten.length > 0 ? [...unwritten] : undefined,
      left: shown,
      cursor: next,
    }),
    text: [
      `${formatCount(counts.fixes, 'finding')} fixed in ${formatCount(counts.files, 'file')}. Left: ${formatCount(counts.errors, 'error')}, ${formatCount(counts.warnings, 'warning')}.`,
      ...unwritten,
      part,
      ...(next === undefined ? [] : [`The diff has more: call fix_skills again with cursor ${next}.`]),
      ...shown.map(findingText),
      ...(remaining > 0 ? [`${formatCount(remaining, 'more finding')}: call check_skills.`] : []),
    ].join('\n'),
  };
}

function diffOf(file: string, before: string, after: string | undefined): string {
  if (after === before) return '';
  const patch = createTwoFilesPatch(file, file, before, after ?? '', undefined, undefined, LIMITS);
  // Without the line of equal signs, which no program reads.
  return patch?.replace(/^=+\n/, '') ?? `--- ${file}\n+++ ${file}\n(the texts differ too much for a diff)\n`;
}
