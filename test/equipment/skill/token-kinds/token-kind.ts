/** Sentences with paths in one kind of notation, and what must become of each path. */

/** A body of SKILL.md, or all of it if it begins with `---`. */
export interface TokenSentence {
  /** A path in `⟦ ⟧` must be reported, one in `⟨ ⟩` must lead to an existing file, and nothing else may be reported. */
  readonly text: string;
  /** More bundled files; absolute ones are outside the skill. */
  readonly files?: readonly string[];
  /** All bundled files, instead of the usual ones. */
  readonly only?: readonly string[];
  /** The document in the skill that contains the text; SKILL.md by default. */
  readonly in?: string;
}

export interface TokenKind {
  readonly name: string;
  readonly sentences: readonly (string | TokenSentence)[];
}

/** Bundled files of every skill, named `billing`; absolute ones are elsewhere in its repository. */
export const TOKEN_FILES: readonly string[] = [
  'references/rates.md',
  'references/tax/eu.md',
  'scripts/tally.py',
  'scripts/post',
  'assets/logo.png',
  'assets/stamp.svg',
  'templates/invoice.md',
  '/repo/skills/_shared/tone.md',
  '/repo/skills/ledger/SKILL.md',
  '/repo/skills/ledger/scripts/close.py',
];
