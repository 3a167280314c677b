/** The types that say where a client finds skills, plugins and settings, and what it makes of a folder and of a SKILL.md. */

/** The folders that a client searches for skills, and its rules for accepting them. */
export type Discovery =
  /** A program passes the skills to the client, which searches no folders. */
  | {
      readonly kind: 'by-code';
      readonly identity: Identity;
      readonly required: readonly string[];
      readonly drops: readonly Drop[];
    }
  | {
      readonly kind: 'folders';
      /** In the order in which it searches the folders of a scope. */
      readonly folders: readonly SkillFolder[];
      readonly depth: Depth;
      /** True if a skill inside another skill's folder is accepted; undefined if unknown. */
      readonly nested?: boolean;
      /** The skill that wins if two have the same name; undefined if unknown. */
      readonly collision?: 'first' | 'last' | 'both';
      /** True if that differs from start to start. */
      readonly collisionVaries?: true;
      readonly identity: Identity;
      /** Fields without which a skill is skipped. */
      readonly required: readonly string[];
      /** Other reasons to skip a skill. */
      readonly drops: readonly Drop[];
      /** True if `disable-model-invocation: true` hides a skill from the model. */
      readonly hides: boolean;
      /** Its rules for links, names of files and frontmatter; absent if unknown. */
      readonly reading?: Reading;
      readonly settings?: readonly SettingsFile[];
      readonly plugins?: PluginPlaces;
      readonly trust?: Trust;
      /** Things that its list depends on and no file says, each as the end of "not known: …". */
      readonly unknown?: readonly string[];
    };

/** The identity of a skill. `both` means that the folder and the name must be equal. */
export type Identity = 'folder' | 'name' | 'both';

/** A folder that a client searches for skills. Paths use `/` and have no trailing slash. */
export type SkillFolder =
  /**
   * In the workspace. `upward` includes every folder from the working directory up to the repository's root. `searchesHidden`:
   * folders below it whose name begins with a dot are searched, whatever the client does elsewhere.
   */
  | { readonly scope: 'workspace'; readonly path: string; readonly upward: boolean; readonly searchesHidden?: true }
  /** In the user's home directory. */
  | { readonly scope: 'user'; readonly path: string; readonly searchesHidden?: true }
  /**
   * Below the folder in an environment variable. `fallback` is relative to the home directory, used if it is not set. `own`: the
   * client puts skills of its own there.
   */
  | {
      readonly scope: 'user-variable';
      readonly variable: string;
      readonly fallback: string;
      readonly path: string;
      readonly own?: true;
    }
  /** On the machine; an absolute path. */
  | { readonly scope: 'machine'; readonly path: string };

/** The permitted depth of a SKILL.md below such a folder. */
export type Depth =
  | { readonly kind: 'children' }
  | { readonly kind: 'levels'; readonly max: number }
  | { readonly kind: 'any' }
  /** At any depth, but not inside another skill. */
  | { readonly kind: 'to-skill' }
  | { readonly kind: 'unknown' };

export type Drop =
  | { readonly kind: 'yaml-error' }
  | { readonly kind: 'name-longer-than'; readonly max: number }
  | { readonly kind: 'name-not-ascii' }
  | { readonly kind: 'name-not-kebab' }
  | { readonly kind: 'description-longer-than'; readonly max: number; readonly unit: 'code-points' | 'utf-16' }
  | { readonly kind: 'compatibility-longer-than'; readonly max: number };

/** The rules of a client for the folders below a folder of skills, and for a SKILL.md. */
export interface Reading {
  /** True if a SKILL.md that is a link is accepted. */
  readonly fileLinks: boolean;
  /** True if links to folders are followed. */
  readonly folderLinks: boolean;
  /** True if `skill.md`, `Skill.md` and the like are accepted. */
  readonly anyCase: boolean;
  /** True if folders are searched whose name begins with a dot. */
  readonly hidden: boolean;
  /** Names of other folders that are not searched. */
  readonly skips: readonly string[];
  /** True if a SKILL.md directly in the folder of skills is a skill. */
  readonly rootFile: boolean;
  /** True if Markdown files with a description, directly in the folder of skills, are skills. */
  readonly flatFiles?: true;
  /** True if it takes the skills of a folder in the reverse order of their names. */
  readonly reversed?: true;
  /** True if one file that is found twice, through links, counts once. */
  readonly sameFileOnce: boolean;
  /** True if a byte order mark makes it miss the frontmatter. */
  readonly markHidesFrontmatter?: true;
  /**
   * Frontmatter that is no YAML: it is read with quotes around values that contain a colon, as the lines of its name and
   * description, or as one key a line.
   */
  readonly repairs?: 'colons' | 'lines' | 'keys';
  /** True if frontmatter without a closing line ends with the file. */
  readonly openFrontmatter?: true;
  /** A skill without readable frontmatter. */
  readonly withoutFrontmatter: 'skipped' | 'accepted';
  /** A name that is missing or empty. */
  readonly noName: 'skipped' | 'folder';
  readonly emptyName?: 'skipped' | 'kept';
  /**
   * A name or a description that is no text: a number, or a list, which is never taken as text. `number-as-text`: with a list the
   * skill is skipped.
   */
  readonly noText: 'skipped' | 'as-text' | 'number-as-text' | 'as-missing';
  /** True if a list is taken as a text, with commas between its values. */
  readonly joinsLists?: true;
  /** A name that is no text, if that differs. */
  readonly noTextName?: 'skipped' | 'as-text' | 'as-missing';
  /** A description that is missing or empty. */
  readonly noDescription: 'skipped' | 'listed-without' | 'first-line';
  readonly emptyDescription?: 'listed-without';
  /** The characters between the description and `when_to_use`, neither of which is then trimmed; ` - ` between trimmed ones if absent. */
  readonly beforeWhenToUse?: string;
  /** True if line breaks at the end of a description are dropped. */
  readonly dropsLastBreaks?: true;
  /** A field without a value is treated as one with a value that is no text, rather than as missing. */
  readonly emptyFieldIsNoText?: true;
  /** Characters of a name that it replaces by `-`. */
  readonly replacesInName?: string;
  /** The names that it accepts, with the rule as the end of "the name …". */
  readonly namePattern?: { readonly source: string; readonly says: string };
  /** A file of YAML next to SKILL.md that hides a skill from the model, and the key that is then false. */
  readonly policy?: { readonly file: string; readonly key: readonly string[] };
  /** Fields with which the skill is skipped unless they have this type. */
  readonly mustBe?: Readonly<Record<string, 'text' | 'list'>>;
  /** Fields that must be true or false without quotes. */
  readonly strictFlags?: true;
}

/** A file with a client's own settings, and the keys of it that bear on skills. Nothing else in it is kept or shown. */
export interface SettingsFile {
  readonly at: SkillFolder;
  readonly format: 'json' | 'toml';
  readonly keys: readonly SettingsKey[];
}

/** A key of settings, as the names on the way to it. */
export interface SettingsKey {
  readonly key: readonly string[];
  readonly does: SettingsEffect;
}

export type SettingsEffect =
  /** A list of names of skills that are off. `isDefault`: unless a list that `enables` has the name. */
  | { readonly kind: 'disables'; readonly ignoresCase?: true; readonly isDefault?: true }
  /** A list of names of skills that are not off by default. */
  | { readonly kind: 'enables' }
  /** A list of scopes whose skills are off: `project`, `user`, `extension`. */
  | { readonly kind: 'disables-scopes' }
  /** A table from a skill's name to `on`, `name-only`, `user-invocable-only` or `off`. */
  | { readonly kind: 'overrides' }
  /** A list of tables with `path` or `name`, and `enabled`. */
  | { readonly kind: 'configures' }
  /** `deny` for a pattern of names, or for all. */
  | { readonly kind: 'permits' }
  /**
   * A list of further folders of skills. `signs`: with `-` or `!` before it, a folder whose skills are off. `isFirst`: they are
   * searched before the folders of the scope, rather than after all.
   */
  | {
      readonly kind: 'adds-folders';
      readonly relativeTo: 'file' | 'working-directory';
      readonly signs?: true;
      readonly isFirst?: true;
    }
  /** A table from a folder of skills to true or false. */
  | { readonly kind: 'adds-folder-table' }
  /** `false` switches all skills off. */
  | { readonly kind: 'switches' }
  /** A table from `PLUGIN@MARKETPLACE` to true or false, or to a table with `enabled`. */
  | { readonly kind: 'enables-plugins' }
  /** A table from a marketplace's name to its source, of which only a folder of this machine is used. */
  | { readonly kind: 'declares-marketplaces' }
  /** A value that decides on trust, see `Trust.setting`. */
  | { readonly kind: 'trusts' };

/** The place of a client's installed plugins. `prefixes`: it offers their skills as `PLUGIN:SKILL`. `isFirst`: it takes them before all others. */
export type PluginPlaces = { readonly prefixes: boolean; readonly isFirst?: true } & (
  | /** A list of them in a file of JSON: `plugins` by `PLUGIN@MARKETPLACE`, with `installPath`. */
  { readonly kind: 'list'; readonly at: SkillFolder }
  /** `MARKETPLACE/PLUGIN/VERSION` or `MARKETPLACE/PLUGIN` below a folder; those of a local marketplace stay there. */
  | { readonly kind: 'by-marketplace'; readonly at: SkillFolder; readonly versions: boolean }
  /**
   * All folders below one with one of these manifests, unless a file of rules switches them off for the working directory.
   * `command`: the client's program, which switches them on.
   */
  | {
      readonly kind: 'all';
      readonly at: SkillFolder;
      readonly manifests: readonly string[];
      readonly rules: string;
      readonly command: string;
    }
);

/** The decision of a user on a folder, without which a client does not read the workspace's skills. */
export interface Trust {
  /** A table of JSON from folders to decisions. */
  readonly at: SkillFolder;
  /** The decisions by their value as text. `parent` trusts the folder above. */
  readonly decisions: Readonly<Record<string, 'trusted' | 'parent' | 'refused'>>;
  /** The value of the settings key `trusts` with which every folder is trusted. */
  readonly setting: string;
  /** The way to decide, as a sentence. */
  readonly fix: string;
}
