/**
 * Wording by which a text tells a model where the skill's files are. Commands run in the workspace in most clients, so
 * a text without it leaves the location of `scripts/x.py` to the model's guess.
 */

/**
 * The sentence that makes paths work in every client; each of `BASE_STATEMENTS` makes it unnecessary. Only the folder that a
 * client tells, written before the path, was found by the tools of every installed client (`bench/path-forms.tsv`): neither
 * the path as written nor any variable, and after `cd` the user's own files are missed. ADK tells no folder, and its tools
 * take the path as written, hence the condition.
 */
export const BASE_SENTENCE =
  'Paths in this file are relative to the folder of this SKILL.md; if you know that folder, put it before them, in commands too.';

interface BaseStatement {
  readonly id: string;
  readonly pattern: RegExp;
  /** Texts with the statement. */
  readonly fires: readonly string[];
  /** Similar texts without it. */
  readonly silent: readonly string[];
}

const FOLDER = String.raw`(?:folder|director(?:y|ies)|dir|root|path|location|base|package|bundle)`;

export const BASE_STATEMENTS: readonly BaseStatement[] = [
  {
    id: 'base.relative-to',
    pattern:
      /\bskill(?:[ -](?:root|base|folder|directory))?-relative\b|\brelative to\b[^.\n]{0,30}(?:\bskills?\b|SKILL\.md|\b(?:this|the) (?:file|folder|directory|document|manifest)\b|\bbase (?:folder|directory)\b)/i,
    fires: [
      BASE_SENTENCE,
      'Paths in this file are relative to the folder of this SKILL.md.',
      'All paths are relative to this skill’s folder.',
      'Scripts are given relative to `SKILL.md`.',
      'Links are relative to the directory of the skill.',
      'File names below are relative to this directory.',
      'Give skill-root-relative paths of scripts.',
    ],
    silent: ['Report paths relative to the repository.', 'The shift is relative to the last skilled estimate.'],
  },
  {
    id: 'base.skill-folder',
    pattern: new RegExp(
      String.raw`\b(?:the|this|your|its|current|loaded|active)\s+(?:[\w-]{1,20}\s+){0,2}?skill(?:'s|’s|s')?[\s-]+(?:(?:base|root|own|install|installed|installation|source|bundled)\s+){0,2}${FOLDER}\b`,
      'i',
    ),
    fires: [
      'Run the commands from this skill’s root directory.',
      'Change into the skill folder first.',
      'The scripts are in the notes skill directory.',
      'Prefix it with the skill path.',
      "Everything is resolved from the skill's base directory.",
    ],
    silent: ['Skill folders have one file each.', 'The skilled path of a user.', 'Use this skill in any directory.'],
  },
  {
    id: 'base.folder-of-skill',
    pattern: new RegExp(
      String.raw`\b${FOLDER}\b[^.\n]{0,40}\b(?:of|for|contain(?:s|ing)|with|hold(?:s|ing)|where|that has|in which)\b[^.\n]{0,25}(?:\b(?:this|the) skill\b|SKILL\.md|\bthis (?:file|document)\b)`,
      'i',
    ),
    fires: [
      'Use the directory that contains this SKILL.md.',
      'Replace DIR by the folder where this file is.',
      'Call it in the root of this skill.',
      'Find the base path for this skill.',
    ],
    silent: ['Write the path of the report.', 'Create a folder for each customer.'],
  },
  {
    id: 'base.variable',
    pattern:
      /\bCLAUDE_(?:SKILL_DIR|PLUGIN_ROOT)\b|[$%{<[][({]?\s?(?:[\w.-]{0,20}[_ -])?(?:skills?|base|plugin|bundle)[_ -]?(?:dir(?:ectory)?|path|root|folder|home|base)\b|\{skill\}|<(?:absolute[_ -])?(?:path[_ -](?:to|of)[_ -])?(?:the[_ -]|this[_ -])?skill>/i,
    fires: [
      'python $' + '{CLAUDE_SKILL_DIR}/scripts/a.py',
      'Replace `{baseDir}` by the folder.',
      'python {{ skill_dir }}/scripts/a.py',
      'bash "$SKILL_ROOT/scripts/a.sh"',
      'node <skill-path>/scripts/a.js',
      'node <path-to-skill>/scripts/a.js',
      'node [skill directory]/scripts/a.js',
    ],
    silent: ['python $HOME/a.py', 'Name it <skill-name>.', 'cd $PROJECT_DIR'],
  },
  {
    id: 'base.change-directory',
    pattern: /\bcd\s+["'`<[{]?[^\s"'`]{0,80}skill/i,
    fires: ['cd skills/notes && python scripts/a.py', 'cd "<skill>"', 'cd ~/.agents/skills/notes'],
    silent: ['cd project && python scripts/a.py', 'A CD of skilled players.'],
  },
  {
    id: 'base.installed-path',
    pattern: /(?:^|[\s"'`(=:])[^\s"'`(]{0,80}\bskills?\/[\w<{$-]/im,
    fires: [
      'python ~/.claude/skills/notes/scripts/a.py',
      '`skills/notes/scripts/a.py`',
      'bash .agents/skills/<name>/a.sh',
    ],
    silent: ['Compare skills / levels.', 'python scripts/a.py'],
  },
];

/** Returns true if a text says what its paths are relative to, or where the skill is. */
export const statesSkillFolder = (text: string): boolean => BASE_STATEMENTS.some(({ pattern }) => pattern.test(text));

/** Returns true if a text says so in words or commands, not only by a variable or a placeholder before its paths. */
export const explainsSkillFolder = (text: string): boolean =>
  BASE_STATEMENTS.some(
    ({ id, pattern }) => id !== 'base.variable' && id !== 'base.installed-path' && pattern.test(text),
  );
