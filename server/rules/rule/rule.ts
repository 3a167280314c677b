import type {
  AbsentFolder,
  InstructionKind,
  Judgment,
  KnownSkill,
  Range,
  Skill,
  SkillDocument,
  SkillLookup,
  SkillPlace,
} from '../../../skill/index.ts';
import type { Clients } from '../../clients.ts';
import type { Severity } from '../../protocol.ts';
import type { AnalyzedDocument } from './analysis.ts';

/** One replacement in the document of the finding; `range.start === range.end` inserts. */
export interface TextEdit {
  readonly range: Range;
  readonly text: string;
}

/** A change that resolves a finding, at all of its ranges or only at those in `at`. */
export type Fix =
  | {
      readonly kind: 'edit';
      readonly title: string;
      readonly edits: readonly TextEdit[];
      readonly preferred: boolean;
      /** Correct whatever the author meant, and harmless to other text: `check --fix` applies it without asking. */
      readonly safe?: boolean;
      /** The ranges of the finding that the fix applies to; absent if it applies to all of them. */
      readonly at?: readonly Range[];
    }
  | {
      readonly kind: 'create';
      readonly title: string;
      /** Relative to the skill's folder. */
      readonly path: string;
      readonly at?: readonly Range[];
    }
  | {
      /** Renames the document of the finding. */
      readonly kind: 'rename';
      readonly title: string;
      /** The new name, in the same folder. */
      readonly name: string;
      readonly at?: readonly Range[];
    };

/** A problem that a rule found at one range of one document. */
export interface Problem {
  /** Exactly the characters that are wrong. */
  readonly range: Range;
  /** The fact first, then what to do; at most 160 characters unless a path is longer. */
  readonly message: string;
  /** The path as written, or the words of a mention. Absent if the finding is not about a file. */
  readonly target?: string;
  /** Likely intended files (relative to the skill) or names, most likely first. */
  readonly suggestions?: readonly string[];
  /** The part of the rule that applies, for editors that report it themselves, such as `missing` or `folder`. */
  readonly aspect?: string;
  /** Problems of one rule with the same cause are one finding, whatever their targets. */
  readonly cause?: string;
  /** The finding of several problems of the same cause. */
  readonly joint?: Joint;
  /** Overrides the rule's severity when only some clients are affected. */
  readonly severity?: Severity;
  readonly fixes?: readonly Fix[];
  /** Returns how likely the author means what the finding assumes. Called only on demand (`certainty.ts`). */
  readonly judge?: () => Judgment | undefined;
  /** The missing folder, if the path is missing because its folder is. */
  readonly into?: MissingFolder;
}

/** The finding of several problems of the same cause. */
export interface Joint {
  /** The subject of this problem, such as a field. */
  readonly name: string;
  /** The target of all of them, such as a folder with `/` at its end. */
  readonly target?: string;
  readonly message: (names: readonly string[]) => string;
  /** Returns the fix of all of them; undefined if there is none. */
  readonly fix?: (names: readonly string[]) => Fix | undefined;
}

/** A folder that does not exist, with the path into it. */
export interface MissingFolder extends AbsentFolder {
  /** Returns the path of a bundled file or folder (relative to the skill) as written at this range; undefined if it cannot be. */
  readonly write: (file: string) => string | undefined;
}

/** Another range of a finding: the same target again, or another path into the same missing folder. */
export interface Place {
  readonly range: Range;
  /** The target, if it differs from the finding's. */
  readonly target?: string;
  /** The message, if it differs from the finding's. */
  readonly message?: string;
}

/** A problem with its rule's code and the severity that the settings give it. */
export interface Finding extends Omit<Problem, 'judge' | 'into' | 'cause' | 'joint'> {
  readonly code: string;
  readonly severity: Severity;
  /** Present if levels depend on it or an explanation was requested. */
  readonly judgment?: Judgment;
  /** The other ranges in the document, in order; `range` is the first. Absent if there are none. */
  readonly related?: readonly Place[];
  /** Targets of all paths into a missing folder, or the unreferenced files of a folder, that the finding represents. */
  readonly covers?: readonly string[];
  /** The problems that the finding is for, each as it is reported alone. Absent if there is only one. */
  readonly parts?: readonly Part[];
}

/** One of several problems that a finding is for. */
export type Part = Pick<Finding, 'range' | 'target' | 'message'>;

/** The skill's other files and its surroundings, for rules that need more than one document. Queries are recorded with the result. */
export interface Bundled {
  /** Returns a Markdown file of the skill by its absolute path; undefined if it cannot be read. */
  document(path: string): SkillDocument | undefined;
  /** Returns the text of a bundled file that is not Markdown, relative to the skill; undefined if it is not text or is too long. */
  script(file: string): string | undefined;
  /** Returns the bundled files that nothing references, sorted by path. */
  unreached(): readonly string[];
  /** Returns documents more than one level below SKILL.md by path, each with the absolute path of the first document that references it. */
  deep(): ReadonlyMap<string, string>;
  /** Returns other skills of the workspace with the same name, from frontmatter or folder. */
  namesakes(): readonly KnownSkill[];
  /** Returns the absolute paths of SKILL.md files that are links to this skill's, and of its own if that is a link. */
  links(): readonly string[];
  /** Returns the folders of the skills around this one, innermost first. */
  outer(): readonly string[];
  /** Returns the text of each SKILL.md in the same parent folder up to the end of its frontmatter, by the skill's folder; this skill's included. */
  siblings(): ReadonlyMap<string, string>;
  /** Returns the current path of a file that the editor renamed; both relative to the skill. */
  renamed(path: string): string | undefined;
  /** Returns the tools that agents of the workspace may add; undefined if there are none or they cannot be determined. */
  toolPool(): ToolPool | undefined;
}

/** Lookups of a document that belongs to no skill. */
export const NO_BUNDLED: Bundled = {
  document: () => undefined,
  script: () => undefined,
  unreached: () => [],
  deep: () => new Map(),
  namesakes: () => [],
  links: () => [],
  outer: () => [],
  siblings: () => new Map(),
  renamed: () => undefined,
  toolPool: () => undefined,
};

/** Tools that a skill may request. */
export interface ToolPool {
  /** Name of the declaring file. */
  readonly file: string;
  has(name: string): boolean;
  /** The tools whose names are known. */
  readonly names: readonly string[];
}

/** The input that only rules of instruction files have. */
export interface InstructionInput {
  readonly kind: InstructionKind;
  /** The skills of the repository. */
  readonly skills: SkillLookup;
}

/** The input of a rule: one document of a skill, or an instruction file, whose repository then stands for the skill. */
export interface RuleInput {
  readonly skill: Skill;
  readonly document: SkillDocument;
  /** The document's references with their resolutions, and its mentions without a path. */
  readonly analysis: AnalyzedDocument;
  readonly bundled: Bundled;
  /** True for SKILL.md, false for the skill's other Markdown files. */
  readonly isManifest: boolean;
  readonly place: SkillPlace;
  /** Absent for a document of a skill. */
  readonly instructions?: InstructionInput;
  /** The chosen clients, or `auto`. */
  readonly clients: Clients;
}

/** A diagnostic rule. Pure: the same input gives the same problems. To add one, see `server/README.md`. */
export interface Rule {
  readonly code: string;
  /** One line for the list of rules and for settings. */
  readonly title: string;
  readonly severity: Severity;
  /** The rule runs on SKILL.md only. */
  readonly manifestOnly?: true;
  /** The rule runs on instruction files outside of skills, and on nothing else. Without it, on documents of skills. */
  readonly on?: 'instructions';
  /** Certainty already decided whether there is a finding, so it does not change the level. */
  readonly fixedLevel?: true;
  readonly check: (input: RuleInput) => Iterable<Problem>;
}

/** Returns every range of a finding, the first one first. */
export const placesOf = ({ range, related = [] }: Finding): readonly Place[] => [{ range }, ...related];

/** Returns true if two ranges overlap or meet at an end. */
export const touches = (one: Range, other: Range): boolean => one.start <= other.end && other.start <= one.end;

/** Returns the fixes that apply at one range of a finding. */
export const fixesFor = ({ fixes = [] }: Finding, place: Range): readonly Fix[] =>
  fixes.filter(({ at }) => at === undefined || at.some((one) => touches(one, place)));
