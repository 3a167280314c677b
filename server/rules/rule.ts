import type { AbsentFolder, Judgement, Range, Skill, SkillDocument, SkillPlace } from '../../skill/index.ts';
import type { Profile, Severity } from '../protocol.ts';
import type { AnalyzedDocument } from './analysis.ts';

/** One replacement in the document of the finding; `range.start === range.end` inserts. */
export interface TextEdit {
  readonly range: Range;
  readonly text: string;
}

/** A change that puts a finding right, in all of its places or in those of `at`. */
export type Fix =
  | {
      readonly kind: 'edit';
      readonly title: string;
      readonly edits: readonly TextEdit[];
      readonly preferred: boolean;
      /** Right whatever the author meant, and harmless to all other text: `check --fix` applies it unseen. */
      readonly safe?: boolean;
      /** The places of the finding that it is for, where not for all. */
      readonly at?: readonly Range[];
    }
  | {
      readonly kind: 'create';
      readonly title: string;
      /** Relative to the skill. */
      readonly path: string;
      readonly at?: readonly Range[];
    };

/** What a rule found at one place of one document. */
export interface Problem {
  /** Exactly the characters that are wrong. */
  readonly range: Range;
  /** What is wrong, why a model stumbles there, and what to do: one to three short sentences. */
  readonly message: string;
  /** The path alone as written, or the words of a mention. Absent where the finding is not about a file. */
  readonly target?: string;
  /** Files or names that were probably meant, likeliest first. Files are relative to the skill. */
  readonly suggestions?: readonly string[];
  /** Which of the things that the rule looks at, where an editor may report this one itself: `missing`, `folder`. */
  readonly aspect?: string;
  /** Less or more than the rule's own severity, where only some clients mind. */
  readonly severity?: Severity;
  readonly fixes?: readonly Fix[];
  /** How likely the author means what the finding takes for granted. Called only where somebody asks (`certainty.ts`). */
  readonly judge?: () => Judgement | undefined;
  /** Where a path is missing because its folder is. */
  readonly into?: MissingFolder;
}

/** A folder that is not there, and the path that leads into it. */
export interface MissingFolder extends AbsentFolder {
  /** The path of a bundled file or folder (relative to the skill), as this place would name it; undefined where it cannot. */
  readonly write: (file: string) => string | undefined;
}

/** Another place of a finding: the same target again, or another path into the same missing folder. */
export interface Place {
  readonly range: Range;
  /** What it leads to, where that is not the finding's own target. */
  readonly target?: string;
  /** What is wrong here, where it is not the finding's own message. */
  readonly message?: string;
}

/** A problem with the rule that found it and the severity that the settings give it. */
export interface Finding extends Omit<Problem, 'judge' | 'into'> {
  readonly code: string;
  readonly severity: Severity;
  /** Where levels follow from it, or it is to be explained. */
  readonly judgement?: Judgement;
  /** The other places in the document, by their order; `range` is the first. Absent where there are none. */
  readonly related?: readonly Place[];
  /** Targets of the paths into a missing folder that the finding stands for. */
  readonly covers?: readonly string[];
}

/** The skill's other files and what lies around it, for rules that look at more than one document. What is asked for is remembered with the result. */
export interface Bundled {
  /** A Markdown file of the skill by its absolute path; undefined where it cannot be read. */
  document(path: string): SkillDocument | undefined;
  /** Bundled files that no text leads to, by path. */
  unreached(): readonly string[];
  /** Documents more than one level below SKILL.md, by path, with the absolute path of the one that leads there first. */
  deep(): ReadonlyMap<string, string>;
  /** Other skills of the workspace that have the name of this one, by frontmatter or folder. */
  namesakes(): readonly SkillPlace[];
  /** What the editor renamed a file of the skill to, which is there now; both relative to the skill. */
  renamed(path: string): string | undefined;
  /** The tools that agents of the workspace may add; undefined where there are none, or it cannot be told. */
  toolPool(): ToolPool | undefined;
}

/** Tools that a skill may ask for. */
export interface ToolPool {
  /** Name of the file that declares them. */
  readonly file: string;
  has(name: string): boolean;
  /** Those that are known by name. */
  readonly names: readonly string[];
}

/** What a rule looks at: one document of a skill. */
export interface RuleInput {
  readonly skill: Skill;
  readonly document: SkillDocument;
  /** The document's references with what each resolves to, and its mentions that lead nowhere. */
  readonly analysis: AnalyzedDocument;
  readonly bundled: Bundled;
  /** True for SKILL.md, false for the skill's other Markdown files. */
  readonly isManifest: boolean;
  /** Name of the skill's folder. */
  readonly folder: string;
  readonly profile: Profile;
}

/** A diagnostic rule. Pure: the same input gives the same problems. To add one, see `server/README.md`. */
export interface Rule {
  readonly code: string;
  /** One line for the list of rules and for settings. */
  readonly title: string;
  readonly severity: Severity;
  /** It is asked about SKILL.md alone. */
  readonly manifestOnly?: true;
  /** Its certainty decided already whether there is a finding: its level does not change with it. */
  readonly fixedLevel?: true;
  readonly check: (input: RuleInput) => Iterable<Problem>;
}

/** Every place of a finding: its first, then the others. */
export const placesOf = ({ range, related = [] }: Finding): readonly Place[] => [{ range }, ...related];

/** Whether two ranges share a character or meet at an end. */
export const touches = (one: Range, other: Range): boolean => one.start <= other.end && other.start <= one.end;

/** What puts a finding right at this place of its own. */
export const fixesFor = ({ fixes = [] }: Finding, place: Range): readonly Fix[] =>
  fixes.filter(({ at }) => at === undefined || at.some((one) => touches(one, place)));
