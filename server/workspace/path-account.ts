/** The account of the paths of a document that have no file: each is reported, or has a reason why it is not. */
import {
  kindOfIgnored,
  type Range,
  type Reference,
  type Resolution,
  reasonOf,
  type SkillDocument,
} from '../../skill/index.ts';
import type { PathPattern } from '../path-patterns.ts';
import { PROJECT_FILE } from '../project-file.ts';
import type { Severity } from '../protocol.ts';
import { suppressions } from '../rules/findings/suppress.ts';
import { type AnalyzedDocument, type ResolvedReference, SAID } from '../rules/rule/analysis.ts';
import { type Finding, placesOf } from '../rules/rule/rule.ts';
import { levelOf } from '../rules/run.ts';
import type { Settings } from '../settings.ts';
import type { UnresolvedPath } from '../unresolved-path.ts';

/** A document with its findings. */
export interface Judged {
  readonly document: SkillDocument;
  readonly analysis: AnalyzedDocument;
  readonly findings: readonly Finding[];
  readonly settings: Settings;
  /** True for an instruction file, whose paths have one rule. */
  readonly isInstructions?: boolean;
}

type Unresolved = Exclude<Resolution, { kind: 'found' }>;

/** The rule about each result of resolving a path. */
const RULES: Readonly<Record<Exclude<Unresolved['kind'], 'ignored'>, string>> = {
  missing: 'reference.missing',
  case: 'reference.case',
  'other-skill': 'reference.other-skill',
  'other-skill-lacks': 'reference.other-skill',
  escapes: 'reference.escapes',
  bare: 'reference.bare',
};

const GUESSABLE = 'reference.guessable';
const INSTRUCTIONS = 'instructions.path';
const CODES: ReadonlySet<string> = new Set([...Object.values(RULES), GUESSABLE, INSTRUCTIONS]);

/** The findings about paths, by rule and by the place of the path. */
type Reported = ReadonlyMap<string, Map<number, Finding>>;

/** Returns true if a finding of this level says that the path is broken, rather than that it may be. */
export const isBroken = (severity: Severity): boolean => severity === 'error' || severity === 'warning';

/**
 * Returns every path without a file, in document order, exactly once. A document that was parsed in part has only the paths
 * that may be reported.
 */
export function accountOf({
  document,
  analysis,
  findings,
  settings,
  isInstructions = false,
}: Judged): readonly UnresolvedPath[] {
  const reported: Reported = new Map([...CODES].map((code) => [code, new Map<number, Finding>()]));
  for (const finding of findings) {
    const places = reported.get(finding.code);
    if (places) for (const { range } of placesOf(finding)) places.set(keyOf(range), finding);
  }
  let silences: ReturnType<typeof suppressions> | undefined;
  const isSilenced = (code: string, range: Range): boolean => {
    silences ??= suppressions(document);
    return silences(code, range);
  };
  const all = new Map<number, UnresolvedPath>();
  for (const { reference, resolution, pattern } of analysis.references) {
    if (resolution.kind === 'found') continue;
    const { range, target } = reference;
    const place = keyOf(range);
    if (all.has(place)) continue;
    // A name that a model would look for is reported as such, although it is no path.
    const mentioned = reported.get(GUESSABLE)?.get(place);
    const verdict =
      resolution.kind === 'ignored'
        ? mentioned
          ? ofFinding(mentioned)
          : ofIgnored(resolution, pattern)
        : ofReported(isInstructions ? INSTRUCTIONS : RULES[resolution.kind], reference, resolution, {
            reported,
            settings,
            isSilenced,
          });
    all.set(place, { range, target, ...verdict });
  }
  for (const { mention, pattern } of analysis.mentions) {
    const place = keyOf(mention.range);
    if (pattern !== undefined && !all.has(place))
      all.set(place, { range: mention.range, target: mention.text, ...ofPattern(pattern) });
  }
  return [...all.values()].sort((a, b) => a.range.start - b.range.start);
}

type Verdict = Omit<UnresolvedPath, 'range' | 'target'>;

function ofIgnored(
  { excuse, because }: Extract<Resolution, { kind: 'ignored' }>,
  pattern: ResolvedReference['pattern'],
): Verdict {
  return pattern === undefined
    ? { kind: kindOfIgnored(excuse, because), because, says: reasonOf(because) }
    : ofPattern(pattern);
}

const ofPattern = (pattern: PathPattern): Verdict => ({
  kind: pattern.meaning,
  because: `${SAID}${pattern.meaning}`,
  says: `you said so: ${PROJECT_FILE} has ${JSON.stringify(pattern.pattern)}`,
  pattern,
});

const ofFinding = ({ severity, code, message }: Finding): Verdict => ({
  kind: isBroken(severity) ? 'broken' : 'uncertain',
  because: code,
  says: message,
});

function ofReported(
  code: string,
  { range }: Reference,
  resolution: Unresolved,
  {
    reported,
    settings,
    isSilenced,
  }: {
    readonly reported: Reported;
    readonly settings: Settings;
    readonly isSilenced: (code: string, range: Range) => boolean;
  },
): Verdict {
  const finding = reported.get(code)?.get(keyOf(range));
  if (finding !== undefined) return ofFinding(finding);
  if (levelOf(code, settings) === 'off')
    return { kind: 'silenced', because: 'silenced.level', says: `the level of ${code} is off` };
  if (isSilenced(code, range))
    return { kind: 'silenced', because: 'silenced.comment', says: `a comment suppresses ${code} here` };
  if (resolution.kind !== 'bare')
    return { kind: 'undecided', because: 'undecided', says: `${code} does not apply to it` };
  const because = resolution.files.length === 1 ? 'resolved.bundled-name' : 'resolved.bundled-names';
  return { kind: 'by-name', because, says: reasonOf(because) };
}

/** Returns a number for a range, which no other path has: none is as long. */
const keyOf = ({ start, end }: Range): number => start * 65_536 + end - start;
