import type { YAMLError } from 'yaml';
import { defined, parseYaml, type Range } from '../../../skill/index.ts';
import { areAllOf } from '../../clients.ts';
import type { ChosenClient } from '../../protocol.ts';
import { clientName, fitNames } from '../rule/client-names.ts';
import type { Fix, Problem, Rule } from '../rule/rule.ts';
import { isReadAlone, isTemplate, rulingClients } from '../rule/ruling-clients.ts';
import { applyEdits } from '../rule/safe-fixes.ts';
import { cutTexts, type YamlRepair, yamlRepairs } from './yaml-repairs.ts';
import { explainError, type UnquotedValue, unquotedValue } from './yaml-values.ts';

/** Maximum length; longer frontmatter is rejected anyway. */
const MAX = 64 * 1024;

/** Reports frontmatter that is not valid YAML: most clients skip the entire skill. */
export const frontmatterSyntax: Rule = {
  code: 'frontmatter.syntax',
  title: 'The frontmatter cannot be parsed',
  severity: 'error',
  manifestOnly: true,
  *check(input): Iterable<Problem> {
    const { document } = input;
    const { frontmatter, text } = document;
    if (isTemplate(input)) return;
    const found = yamlOf(text);
    if (frontmatter.kind === 'valid' && found?.yaml.includes('#'))
      for (const repair of cutTexts(found.yaml))
        yield { ...repairProblem(found.start, { repair, isSafe: false }, ''), severity: 'warning' };
    if (frontmatter.kind !== 'invalid') return;
    const value = found && unquotedValue(text, found.yaml, found.start);
    const clients = rulingClients(input);
    const readers =
      clients !== 'auto' && value && isReadAnyway(value, text) && areAllOf(clients, ...READS_LINES) ? clients : [];
    const effect = areAllOf(clients, 'claude-code')
      ? 'so Claude Code ignores all of its fields.'
      : 'so clients skip the skill.';
    const consequence = ` The frontmatter cannot be parsed, ${effect}`;
    const wrong = found && errorOf(found.yaml);
    const repair = found && wrong && readers.length === 0 ? repairOf(found.yaml, wrong) : undefined;
    if (found && repair) {
      yield repairProblem(found.start, repair, consequence);
      return;
    }
    const explanation =
      value?.begins !== undefined && !frontmatter.message.startsWith('Unresolved alias')
        ? `\`${value.begins}\` is reserved at the start of a value.`
        : (explainError(wrong?.code, frontmatter.message, found?.yaml.slice(wrong?.pos[0]) ?? '') ??
          sentence(frontmatter.message));
    const why = `${explanation}${consequence}`;
    if (value === undefined) {
      yield { range: found && wrong ? errorRange(found, wrong) : frontmatter.range, message: why };
      return;
    }
    if (readers.length > 0) {
      const names = fitNames(readers.map((id) => clientName(id)));
      yield {
        range: value.range,
        severity: isReadAlone(input) ? 'information' : 'warning',
        message: `${explanation} ${names} ${readers.length === 1 ? 'reads' : 'read'} it anyway, other clients skip the skill. Put the value in quotes.`,
        fixes: [quoteFix(value, text)],
      };
      return;
    }
    yield {
      range: value.range,
      message: `${why} Put the value in quotes.`,
      fixes: [quoteFix(value, text)],
    };
  },
};

/** Clients that read simple lines, `key: value`, of frontmatter that is not YAML. */
const READS_LINES: readonly ChosenClient[] = ['claude-code', 'gemini-cli', 'qwen-code'];

/** True if only a colon in a value on one line keeps the frontmatter from being parsed. */
const isReadAnyway = ({ helps, begins, range }: UnquotedValue, text: string): boolean =>
  helps && begins === undefined && !text.slice(range.start, range.end).includes('\n');

const quoteFix = ({ range, quoted, helps }: UnquotedValue, text: string): Fix =>
  defined({
    kind: 'edit',
    title: 'Put the value in quotes',
    preferred: true,
    // An alias, anchor or tag may be intended.
    safe: helps && !/^(?:[&!]|\*[^*])/.test(text.slice(range.start)) ? true : undefined,
    edits: [{ range, text: quoted }],
  });

/** Creates the problem for a repair of the YAML that starts at an offset of the document. */
function repairProblem(
  start: number,
  { repair: { range, fact, remedy, title, edits }, isSafe }: ProvenRepair,
  consequence: string,
): Problem {
  const shift = (one: Range): Range => ({ start: one.start + start, end: one.end + start });
  return {
    range: shift(range),
    message: `${fact}.${consequence} ${remedy}`,
    fixes: [
      defined({
        kind: 'edit',
        title,
        preferred: true,
        safe: isSafe ? true : undefined,
        edits: edits.map((edit) => ({ ...edit, range: shift(edit.range) })),
      }),
    ],
  };
}

/** A repair that helps. */
interface ProvenRepair {
  readonly repair: YamlRepair;
  /** True if the author can have meant nothing else. */
  readonly isSafe: boolean;
}

/** Maximum number of UTF-16 units that are parsed to try repairs: those of 30 in a frontmatter of 1.5 kB. */
const MAX_PARSED = 45_000;
/** Maximum number of faults in one frontmatter. */
const MAX_FAULTS = 5;

/**
 * Returns the first repair of the first error that makes the YAML valid, or else one after which the first error is further
 * on. It is safe if, with safe repairs of the faults after it, the frontmatter becomes valid.
 */
function repairOf(
  yaml: string,
  { code, message, pos }: YAMLError,
  faults = MAX_FAULTS,
  budget = { left: MAX_PARSED },
): ProvenRepair | undefined {
  let partial: ProvenRepair | undefined;
  for (const repair of yamlRepairs(yaml, { code, message, at: pos[0] })) {
    budget.left -= yaml.length;
    if (budget.left < 0) break;
    const after = applyEdits(yaml, repair.edits);
    const next = errorOf(after);
    if (next === undefined) return { repair, isSafe: repair.isSafe };
    const grown = after.length - yaml.length;
    if (partial !== undefined || faults <= 1 || next.pos[0] - Math.max(0, grown) <= pos[0]) continue;
    const rest = repairOf(after, next, faults - 1, budget);
    if (rest !== undefined) partial = { repair, isSafe: repair.isSafe && rest.isSafe };
  }
  return partial;
}

function sentence(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return `${line.trim().slice(0, 80).replace(/[:.]$/, '')}.`;
}

interface FoundYaml {
  readonly yaml: string;
  /** Offset into the document. */
  readonly start: number;
}

/** Returns the YAML between the `---` lines; undefined if it has no end or is another language. */
function yamlOf(text: string): FoundYaml | undefined {
  const start = /^\uFEFF?---[ \t]*(?:ya?ml[ \t]*)?\r?\n/i.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  const length = text.slice(start, start + MAX).search(/^---[ \t]*\r?$/m);
  return length < 0 ? undefined : { yaml: text.slice(start, start + length), start };
}

const errorOf = (yaml: string) => parseYaml(yaml).errors[0];

/** Returns the range of the YAML error: at least one character, and at most the rest of its line. */
function errorRange({ yaml, start }: FoundYaml, { pos }: YAMLError): Range {
  // Show an error at the end of the YAML on its last line.
  const last = yaml.trimEnd().length - 1;
  let at = Math.max(0, Math.min(pos[0], last));
  // A line break or half of a surrogate pair cannot be highlighted.
  while (at > 0 && /[\r\n]/.test(yaml[at] ?? '')) at--;
  if (at > 0 && isHalf(yaml, at)) at--;
  const eol = yaml.slice(at).search(/\r?\n|$/);
  // The parser often reports a single character: extend it to the word.
  const word = /^[\w-]*/.exec(yaml.slice(at, at + 80))?.[0].length ?? 0;
  let end = at + Math.max(1, word, Math.min(pos[1] - at, eol));
  if (isHalf(yaml, end)) end++;
  return { start: start + at, end: start + end };
}

/** Returns true if an offset is within a surrogate pair. */
const isHalf = (text: string, at: number): boolean => (text.codePointAt(at - 1) ?? 0) > 0xff_ff;
