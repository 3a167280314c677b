/** Prefixes that stand for the skill's own folder, as authors and clients write them: `${CLAUDE_SKILL_DIR}/`, `<this-skill>/`. */

/** Variables of a shell, which may be in quotes of their own. The last ones are those of PowerShell, cmd and Node. */
const VARIABLE = String.raw`\$\{[A-Z_]{0,40}SKILL[A-Z_]{0,40}\}|\$[A-Z_]{0,40}SKILL[A-Z]{0,40}(?:_(?:DIR|ROOT|PATH|HOME|FOLDER|BASE)[A-Z_]{0,40})?|\$env:[A-Z_]{0,40}SKILL[A-Z_]{0,40}|%[A-Z_]{0,40}SKILL[A-Z_]{0,40}%|\$\{?__dirname\}?`;
const PREFIX = String.raw`(?:${VARIABLE}|\{{1,3}(?:base_?dir|skill[_-]?(?:dir|path|root|base|folder|home)\w{0,40})\}{1,3}|\$\{?(?:base_?dir|skill_?(?:dir|path|root))\}?|<(?:this[- _])?(?:skill|base)[-_ ]?(?:s[-_ ])?(?:directory|dir|path|root|folder|base)>|<path[-_ ]to[-_ ](?:this[-_ ])?skill>|<this[-_ ]skill>|\[(?:skill|base)[-_ ]?(?:dir|path|root|folder|directory)\])[/\\]`;
const AT_START = new RegExp(`^(?:${PREFIX}|(["'])(?:${VARIABLE})\\1[/\\\\])`, 'i');
const ANYWHERE = new RegExp(PREFIX, 'gi');
/** A path after a prefix, without the punctuation of a sentence. */
const PATH_AFTER = /^[\w@./-]{0,200}\w/;

/** The user's home, or a client's folder in it, as shells write it. */
const HOME = String.raw`(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%|\$env:(?:USERPROFILE|HOME)|\$\{\w{1,40}:-[^{}\s"']{1,80}\}|\$\{?(?:CODEX_HOME|CLAUDE_CONFIG_DIR|XDG_CONFIG_HOME)\}?)`;
/** The folder of a skill where a client installs it for the user. */
const INSTALLED = new RegExp(
  String.raw`^(?:${HOME}|(["'])${HOME}\1)[/\\](?:[\w.-]{1,40}[/\\]){0,4}skills[/\\]([\w.-]{1,64})[/\\]`,
  'i',
);

/** The start of a target that leads into an installed skill. */
interface InstalledPrefix {
  /** The name of the skill's folder. */
  readonly name: string;
  /** The length of the start, the slash after the name included. */
  readonly length: number;
}

/** Returns the start of a target that leads into an installed skill, as in `~/.claude/skills/NAME/x.md`. */
export function installedPrefix(target: string): InstalledPrefix | undefined {
  const match = INSTALLED.exec(target);
  return match ? { name: match[2] ?? '', length: match[0].length } : undefined;
}

/** Returns the length of the prefix at the start of a target, its slash included; 0 if there is none. */
export const skillPrefixLength = (target: string): number => AT_START.exec(target)?.[0].length ?? 0;

/** A path with such a prefix. */
export interface PrefixedPath {
  /** The offset of the prefix. */
  readonly start: number;
  /** The prefix without its slash. */
  readonly prefix: string;
  /** The path after the slash. */
  readonly path: string;
}

/** Returns the paths of a text with such a prefix, in code and prose alike, in order. */
export function* prefixedPaths(text: string, from: number): Iterable<PrefixedPath> {
  for (const { 0: found, index } of text.slice(from).matchAll(ANYWHERE)) {
    const start = from + index;
    const after = start + found.length;
    const path = PATH_AFTER.exec(text.slice(after, after + 201))?.[0];
    if (path !== undefined) yield { start, prefix: found.slice(0, -1), path };
  }
}
