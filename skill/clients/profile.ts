/**
 * How a client finds, shows and reads skills, as data: one file a client beside this one. Clients change monthly, so that
 * every profile says which version it describes, when that was looked up, and where.
 */
import type { ClientId } from './client-id.ts';

/** How a fact is known: read in the client's source, told by its maker, or seen in a recorded session. */
export type Evidence = 'source' | 'documentation' | 'transcript';

export interface ClientProfile {
  readonly id: ClientId;
  /** Clients are listed in this order: those with most users first. */
  readonly rank: number;
  /** As its maker writes it. */
  readonly name: string;
  /** The versions or commits that the facts were taken from. */
  readonly version: string;
  /** When they were looked up: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  readonly date: string;
  readonly evidence: readonly Evidence[];
  /** Where the facts stand: repositories with paths, pages of documentation. */
  readonly sources: readonly string[];
  readonly discovery: Discovery;
  /** The fields of a skill's frontmatter that it knows. */
  readonly fields: readonly ClientField[];
  /** Its built-in tools, by the names that a skill or an agent has to write; empty where they are not known. */
  readonly tools: readonly ClientTool[];
}

/** Where a client looks for skills, and which of those that it finds it takes. */
export type Discovery =
  /** It is given them by a program, and looks nowhere. */
  | {
      readonly kind: 'by-code';
      readonly identity: Identity;
      readonly required: readonly string[];
      readonly drops: readonly Drop[];
    }
  | {
      readonly kind: 'folders';
      /** In the order in which it looks within a scope. */
      readonly folders: readonly SkillFolder[];
      readonly depth: Depth;
      /** Whether a skill inside another skill's folder counts; undefined where that is not known. */
      readonly nested?: boolean;
      /** Which of two skills of one name it takes; undefined where that is not known. */
      readonly collision?: 'first' | 'last' | 'both';
      readonly identity: Identity;
      /** Fields without which a skill is left out. */
      readonly required: readonly string[];
      /** What else makes it leave a skill out. */
      readonly drops: readonly Drop[];
      /** Whether `disable-model-invocation: true` hides a skill from the model. */
      readonly hides: boolean;
    };

/** What names a skill; `both` must be equal. */
export type Identity = 'folder' | 'name' | 'both';

/** A folder whose skills a client finds. Paths have `/`, and no `/` at their end. */
export type SkillFolder =
  /** In the workspace; `upward`: also in every folder from the working folder up to the repository's root. */
  | { readonly scope: 'workspace'; readonly path: string; readonly upward: boolean }
  /** In the user's home. */
  | { readonly scope: 'user'; readonly path: string }
  /** Below the folder that an environment variable names; `fallback`, in the user's home, where it is not set. */
  | { readonly scope: 'user-variable'; readonly variable: string; readonly fallback: string; readonly path: string }
  /** The machine's, absolute. */
  | { readonly scope: 'machine'; readonly path: string };

/** How deep below such a folder a SKILL.md may lie. */
export type Depth =
  | { readonly kind: 'children' }
  | { readonly kind: 'levels'; readonly max: number }
  | { readonly kind: 'any' }
  /** As deep as it lies, but nothing below it. */
  | { readonly kind: 'to-skill' }
  | { readonly kind: 'unknown' };

export type Drop =
  | { readonly kind: 'yaml-error' }
  | { readonly kind: 'name-longer-than'; readonly max: number }
  | { readonly kind: 'name-not-ascii' }
  | { readonly kind: 'name-not-kebab' }
  | { readonly kind: 'description-longer-than'; readonly max: number; readonly unit: 'code-points' | 'utf-16' }
  | { readonly kind: 'compatibility-longer-than'; readonly max: number };

/** A field as one client reads it. */
export interface ClientField {
  readonly name: string;
  readonly value: FieldValue;
  /** What the client makes of it, as a sentence; absent where it takes the field without effect. */
  readonly does?: string;
  /** What the field means to whoever reads it, in one or two sentences, where `MEANINGS` does not say it. */
  readonly means?: string;
}

/** What a field may hold. */
export type FieldValue =
  | { readonly kind: 'text'; readonly max?: number; readonly orMap?: true }
  /** `words`: also `yes`, `off`, `1` and the like, in any letter case. */
  | { readonly kind: 'flag'; readonly words?: true; readonly usual: boolean }
  | { readonly kind: 'one-of'; readonly values: readonly string[] }
  | { readonly kind: 'text-or-list' }
  /** Text that is shown as it stands, brackets included. */
  | { readonly kind: 'hint' }
  /** `entries`: the names that the client knows, each with what it may hold. */
  | { readonly kind: 'map'; readonly entries?: Readonly<Record<string, FieldValue>> }
  | { readonly kind: 'tool-list' }
  /** Names of tools, with spaces between them; in other ways too where `list` (a YAML list) or `commas` is set. */
  | { readonly kind: 'tools'; readonly list?: true; readonly commas?: true }
  | { readonly kind: 'any' };

export interface ClientTool {
  readonly name: string;
  /** What it is for, in a few words. */
  readonly does: string;
  /** What may stand in brackets after the name in `allowed-tools`, as an example: `git *`. */
  readonly argument?: string;
}
