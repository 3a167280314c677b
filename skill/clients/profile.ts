/**
 * The types that describe how a client finds, lists and reads skills. There is one data file per client in this folder.
 * Clients change monthly, so each profile gives the version it describes, the date it was checked, and its sources.
 */
import type { ClientBehavior } from './behavior.ts';
import type { ClientId } from './client-id.ts';
import type { ClientMiss } from './client-miss.ts';
import type { Discovery } from './discovery.ts';

/**
 * The evidence for a fact: a run of the client against a scripted model (`bench/clients/`), the client's source, its
 * documentation, or a recorded session.
 */
export type Evidence = 'run' | 'source' | 'documentation' | 'transcript';

/** The parts of a profile that have evidence of their own. */
export const PROFILE_PARTS = [
  'discovery',
  'fields',
  'catalogue',
  'activation',
  'shell',
  'file-tools',
  'loops',
] as const;

export interface PartEvidence {
  readonly part: (typeof PROFILE_PARTS)[number];
  /** The version or commit of the source. */
  readonly version: string;
  /** The date of the source or of the observation, as for a profile. */
  readonly date: string;
  readonly evidence: readonly Evidence[];
  /** One of the profile's sources. */
  readonly source: string;
  /** The facts of this part that follow from others, and were not seen or documented. */
  readonly inferred?: string;
}

/** The last run of an installed client in which all was as its profile, or recorded in `differences.ts`. */
export interface Proof {
  readonly version: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
}

/** A part in which the installed client differs from its profile, and why that is not in the profile. */
export interface RecordedDifference {
  /** The label of a probe of `bench/clients/`, or `list: HOME`; a `*` at its end stands for any rest. */
  readonly part: string;
  readonly because: string;
  /** True if it does not differ at every start. */
  readonly varies?: true;
}

export interface ClientProfile {
  readonly id: ClientId;
  /** Position in lists of clients; those with the most users come first. */
  readonly rank: number;
  /** The name as its vendor spells it. */
  readonly name: string;
  /** The versions or commits that the facts are from. */
  readonly version: string;
  /** The date of the last check: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  readonly date: string;
  readonly evidence: readonly Evidence[];
  /** The sources of the facts: repositories with paths, and pages of documentation. */
  readonly sources: readonly string[];
  /** The version and the day with which its list, texts and answers were last proved; absent if it was never run so. */
  readonly proved?: Proof;
  /** The evidence by part, for a client that was not run and compared; each part once. */
  readonly parts?: readonly PartEvidence[];
  readonly discovery: Discovery;
  /** True if it offers the skills of a plugin as `PLUGIN:SKILL`, and finds none by the second part; absent if unknown. */
  readonly prefixesPluginSkills?: true;
  /** The frontmatter fields that it knows. */
  readonly fields: readonly ClientField[];
  /** Its built-in tools, under the names used in a skill or an agent; empty if unknown. */
  readonly tools: readonly ClientTool[];
  /**
   * The ways in which its models went wrong in sessions of real agents. Empty if no such session is known, which says
   * nothing about how often they do.
   */
  readonly misses: readonly ClientMiss[];
  /** Its behavior, one entry per variant; empty if that is unknown, or if the runtime has it in code (`adk`). */
  readonly behaviors: readonly ClientBehavior[];
}

/** A field as one client reads it. */
export interface ClientField {
  readonly name: string;
  readonly value: FieldValue;
  /** The client's use of the field, as a sentence; absent if it accepts the field without effect. */
  readonly does?: string;
  /** The meaning of the field, in one or two sentences, unless it is in `MEANINGS`. */
  readonly means?: string;
}

/** The type of a field's value. */
export type FieldValue =
  | { readonly kind: 'text'; readonly max?: number; readonly orMap?: true }
  /** `words` permits `yes`, `off`, `1` and the like, in any letter case; `quoted` permits `"true"` and `"false"`. */
  | { readonly kind: 'flag'; readonly words?: true; readonly quoted?: true; readonly default: boolean }
  | { readonly kind: 'one-of'; readonly values: readonly string[] }
  | { readonly kind: 'text-or-list' }
  /** Text that is shown literally, including brackets. */
  | { readonly kind: 'hint' }
  /** `entries` maps the keys that the client knows to their types. */
  | { readonly kind: 'map'; readonly entries?: Readonly<Record<string, FieldValue>> }
  | { readonly kind: 'tool-list' }
  /** Names of tools, separated by spaces; `list` permits a YAML list, and `commas` permits commas. */
  | { readonly kind: 'tools'; readonly list?: true; readonly commas?: true }
  | { readonly kind: 'any' };

export interface ClientTool {
  readonly name: string;
  /** Its purpose, in a few words. */
  readonly does: string;
  /** An example of an argument in parentheses after the name in `allowed-tools`: `git *`. */
  readonly argument?: string;
}
