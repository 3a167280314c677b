/** The ids of the kinds of misses, which `MISS_KINDS` explains. */
export type MissKindId =
  | 'root.alias'
  | 'root.version'
  | 'root.client'
  | 'root.scope'
  | 'root.elsewhere'
  | 'base.workspace'
  | 'base.document'
  | 'base.skills-root'
  | 'name.prefix'
  | 'name.tool'
  | 'name.unknown'
  | 'name.manifest'
  | 'absent'
  | 'other-skill'
  | 'near-name'
  | 'guessed'
  | 'copied';
