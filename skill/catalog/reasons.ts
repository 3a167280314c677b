/** The reasons why a client does not offer a skill, as codes of a contract. */

export const REASONS = {
  'too-deep':
    'it is deeper below the folder of skills than the client searches, or inside another skill, or above a working directory that alone is searched',
  'file-name': 'its file or folder has a name that the client does not read',
  link: 'SKILL.md, or its folder, is a link that the client does not follow, or that Skillwright does not read',
  name: 'the client does not accept its name',
  'description-missing': 'it has no description',
  'description-too-long': 'its description is longer than the client accepts',
  // words-ok: a code of the contract
  'nobody-can-call': 'its own flags hide it from the model and from the user',
  disabled: 'it, or its plugin, is switched off or not installed, or its author offers it to the user only',
  budget: 'the list is too long, and it is left out',
  shadowed: 'another skill of the same name, or another path to the same file, takes its place',
  manifest: 'the manifest of its plugin or marketplace has a mistake',
  frontmatter: 'SKILL.md or its frontmatter cannot be read',
  untrusted: 'the client does not read skills of a workspace that you have not trusted',
} as const;

export type ReasonCode = keyof typeof REASONS;

/** Why a client does not offer a skill. */
export interface Reason {
  readonly reason: ReasonCode;
  /** The fact, as a sentence. */
  readonly says: string;
  /** The remedy, as a sentence; absent if nothing is known to help. */
  readonly fix?: string;
}

/** A skill, or a file that its author may have meant as one, that a client does not offer. */
export interface NotOffered extends Reason {
  /** Absolute path: of SKILL.md, or of the file or folder in its place. */
  readonly file: string;
}
