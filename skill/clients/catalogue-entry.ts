/** The skills of a list as they are before it is written, and what its limits cut. */

/** A skill as a client has it installed. */
export interface CatalogueEntry {
  readonly name: string;
  readonly description: string;
  /** The end of the description that is from `when_to_use`, with what is before it. */
  readonly more?: string;
  /** Absolute path of SKILL.md. */
  readonly path: string;
  /** The client's word for where the skill is. */
  readonly scope: string;
  /** The name in its frontmatter, if the client also lists it. */
  readonly label?: string;
  /** The folder that was searched: absolute; absent if all skills are in one. */
  readonly root?: string;
}

/** A part of the list that the model does not see. */
export interface CatalogueCut {
  readonly name: string;
  /** Characters of the description that remain; `left-out` if the skill itself is not listed. */
  readonly remaining: number | 'listed-by-name' | 'left-out';
}
