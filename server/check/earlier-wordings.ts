/** The wordings of messages in earlier versions, by which a baseline or a fingerprint knows a finding without a target. */
import { own } from '../../skill/index.ts';

/** A message as it is now, and as it was, with the groups `$1` to `$9`. */
type Wording = readonly [now: RegExp, before: string];

/**
 * The wordings of version 0.1.0 and later ones that began with what to do, by the code of the rule. Messages that have not
 * changed since have no row.
 */
const WORDINGS: Readonly<Record<string, readonly Wording[]>> = {
  'content.hidden': [
    [/^Direction controls (.+): (.+)\. Remove them\.$/, 'Remove the direction controls $1: $2.'],
    [/^Invisible characters (.+): (.+)\. Remove them\.$/, 'Remove the invisible characters $1: $2.'],
    [/^This comment (.+)\. Make it .+$/, 'Make this comment visible text, or remove it: it $1.'],
    [
      /^A model reads (.+) of data that .+$/,
      'Move the data to a file in `assets/` and reference its path: a model reads $1 that no reviewer can check.',
    ],
  ],
  'eval.invalid': [
    [/^The JSON is not valid: (.*)$/, 'Correct the JSON: $1'],
    [/^The YAML is not valid: (.*)$/, 'Correct the YAML: $1'],
    [/^The file is nested too deeply\..+$/, 'Simplify the file: it is nested too deeply.'],
    [/^The file is too complex to be parsed: (.*)$/s, 'Simplify the file; it cannot be parsed: $1'],
    [/^This item is not an object with a prompt\..+$/, 'Write an object with a prompt: this item is not one.'],
    [/^This item has none of (.+)\. Add a prompt\.$/, 'Add a prompt: this item has none of $1.'],
    [/^`should_trigger` is neither .+$/, 'Write true or false for `should_trigger`, without quotes.'],
    [/^(`.+`) is not a list of (assertions|prompts)\..+$/, 'Write a list of $2 for $1.'],
    [/^`files` is not a list of paths\..+$/, 'Write a list of paths for `files`.'],
    [/^(`.+`) is not a list\..+$/, 'Write a list for $1.'],
    [/^This assertion has no text\..+$/, 'Write the assertion as text: this one has none.'],
    [/^This file has no path\..+$/, 'Write the path of a file as text.'],
    [/^This file has no `path`\..+$/, 'Add a `path` to this file.'],
    [/^This file is neither a list .+$/, 'Write a list of cases, or an object with `evals`.'],
    [/^This file has no list `evals`.+$/, 'Add cases: this file has no list `evals`, and no `should_trigger`.'],
    [/^The list is empty\..+$/, 'Add a case: the list is empty.'],
    [/^This item has no prompt\..+$/, 'Write the prompt as text: this item has none.'],
    [/^This task has no prompt\..+$/, 'Add a prompt to `inputs`: this task has none.'],
    [/^`tasks` has no pattern\..+$/, 'Name the task files: `tasks` has no pattern.'],
    [/^This is an eval of Vally(.+)\. Write .+$/, 'Write the cases as evals.json: this is an eval of Vally$1.'],
    [/^Cases of Claude Code(.+)\. Write .+$/, 'Write the case as one of evals/evals.json: the cases of Claude Code$1.'],
    [/^The (check `.+`) is not judged without (`.+`)\..+$/, 'Add $2: the $1 is not judged without it.'],
  ],
  'frontmatter.description': [
    [
      /^The frontmatter has no (`description`)\..+: (it is .+)$/,
      'Add a $1 of what the skill does and when to use it: $2',
    ],
    [/^(`description`) is empty\..+: (it is .+)$/, 'Fill in $1 with what the skill does and when to use it: $2'],
    [/^(`description`) is a (.+)\. Write it as a string: (.+)$/, 'Write $1 as a string, not a $2: $3'],
    [/^(`description`) is not a string\..+: (it is .+)$/, 'Put $1 in quotes to make it a string: $2'],
    [/^(Claude Code cuts .+) Start with the purpose\.$/, 'Start with the purpose: $1'],
    [
      /^(`description`) has ([\d,]+) characters \(maximum (\d+)\): (.+)\. Move .+$/,
      'Shorten $1 to $3 characters (now $2) and move details into the body: $4.',
    ],
    [
      /^(`description`) has ([\d,]+) characters \(maximum (\d+)\): (.+)\. Shorten it\.$/,
      'Shorten $1 to $3 characters (now $2): $4.',
    ],
  ],
  'frontmatter.missing': [
    [
      /^The frontmatter is not at the top of .+$/,
      'Move the frontmatter to the top of SKILL.md: clients look for it only there, and do not offer the skill without it.',
    ],
    [
      /^SKILL\.md has no frontmatter, .+$/,
      'Start SKILL.md with a frontmatter block between `---` lines that has `name` and `description`: clients do not offer the skill without them.',
    ],
  ],
  'frontmatter.name': [
    [
      /^The frontmatter has no `name`: .+$/,
      'Add a `name`: a model calls a skill by its name, and most clients skip a skill without one.',
    ],
    [/^`name` is a list or mapping\..+$/, '`name` must be a string, not a list or mapping.'],
    [/^`name` is not a string\..+$/, 'Put `name` in quotes: it must be a string.'],
    [/^`name` is empty, .+$/, 'Fill in `name`: a model calls a skill by its name.'],
    [/^The name has more than (.+?): (.+\.) Use only these\.(.*)$/, 'Use only $1 in the name: $2$3'],
    [
      /^The name has ([\d,]+) characters \(maximum (\d+)\): (.+\.) Shorten it\.(.*)$/,
      'Shorten the name to $2 characters (now $1): $3$4',
    ],
    [
      /^The name differs from the folder (`.+`): (.+\.) Make them equal\.(.*)$/,
      "Make the name the same as its folder's, $1: $2$3",
    ],
    [
      /^Claude Code reserves the name (`.+`) (.+) Choose another name\.$/,
      'Choose another name: Claude Code reserves $1 $2',
    ],
  ],
  'frontmatter.syntax': [
    [/^(`---.+?` is not executed); use (.+?)\. (.+)$/, 'Use $2; $1. $3'],
    [/^(.+) Put the value in quotes\.$/, 'Put the value in quotes. $1'],
    [
      /^The field (`.+`) is indented\.(.*) Remove its indentation\.$/,
      'Remove the indentation of $1: it is a field of its own.$2',
    ],
    [
      /^(`.+`) begins (a comment|a field) inside (`.+?`)\.(.*) Put all of it (in quotes|into a block \(`>-`\))\.$/,
      'Put all of $3 $5: $1 begins $2.$4',
    ],
    [
      /^The text of (`.+?`) ends at `#`, which begins a comment\. Put all of it (.+)\.$/,
      'Put all of $1 $2: `#` begins a comment, and its text ends there.',
    ],
    [/^This line belongs to (`.+?`) without indentation\.(.*) Indent it\.$/, 'Indent this line: it belongs to $1.$2'],
    [
      /^These (.+) lines belong to (`.+?`) without indentation\.(.*) Indent them\.$/,
      'Indent these $1 lines: they belong to $2.$3',
    ],
    [
      /^This text is no field\.(.*) Put `description:` before it\.$/,
      'Put `description:` before this text: it is no field.$1',
    ],
    [/^(Tabs are not allowed as indentation\..*) Indent with spaces\.$/, 'Indent with spaces. $1'],
    [
      /^(`.+?`) has no closing quotation mark\.(.*) Add (`.`) at its end\.$/,
      'Add $3 at the end of $1. Missing closing quotation mark.$2',
    ],
    [
      /^The (backslashes in `.+?`) begin an escape between `"`\.(.*) Double them\.$/,
      'Double the $1: between `"` they begin an escape.$2',
    ],
    [
      /^The first quotation mark inside (`.+?`) ends the value\.(.*) Escape those inside\.$/,
      'Escape the quotation marks inside $1: the first of them ends the value.$2',
    ],
    [
      /^Text follows the closing quotation mark of (`.+?`)\.(.*) Put all of it in quotes\.$/,
      'Put all of $1 in quotes: text follows the closing quotation mark.$2',
    ],
    [
      /^Without a (space after `.+?`), this is no field\.(.*) Put one there\.$/,
      'Put a $1: without it, this is no field.$2',
    ],
    [
      /^Text follows (`.+?`), but a block begins on the next line\.(.*) Put the text there\.$/,
      'Put the text below $1: a block begins on the next line.$2',
    ],
    [/^The (field `.+?`) occurs twice\.(.*) Remove one of them\.$/, 'Remove one of them. Duplicate $1.$2'],
    [
      /^(`.+?`) is not indented like the line above\.(.*) Indent it the same\.$/,
      'Indent $1 like the line above. Inconsistent indentation.$2',
    ],
  ],
  'frontmatter.unknown': [
    [/^(`.+) are read by (.+)\. Move them .+$/, 'Move $1 under `metadata`, or remove them: $2 reads these fields.'],
    [
      /^(`.+) are not in the specification\. Move them .+$/,
      'Move $1 under `metadata`, or remove them: the specification does not have these fields.',
    ],
    [
      /^(`.+) are not read by (.+)\. Move them .+$/,
      'Move $1 under `metadata`, or remove them: $2 does not read these fields.',
    ],
    [/^(`.+`) is read by (.+)\. Move it .+$/, 'Move $1 under `metadata`, or remove it: $2 reads this field.'],
    [
      /^(`.+`) is not in the specification\. Move it .+$/,
      'Move $1 under `metadata`, or remove it: the specification does not have this field.',
    ],
    [
      /^(`.+`) is not read by (.+)\. Move it .+$/,
      'Move $1 under `metadata`, or remove it: $2 does not read this field.',
    ],
    [/^(`.+`) is read by n(.+)\. Did you mean (`.+`)\?$/, 'Did you mean $3? N$2 reads $1.'],
    [
      /^(`.+`) is not in the specification\. Did you mean (`.+`)\?$/,
      'Did you mean $2? The specification does not have $1.',
    ],
    [/^(`.+`) is not read by (.+)\. Did you mean (`.+`)\?$/, 'Did you mean $3? $2 does not read $1.'],
    [/^Not all chosen clients use (`.+?`): (.+)$/, 'Do not rely on $1: $2'],
  ],
  'plugin.invalid': [
    [/^The JSON is not valid: (.*)$/, 'Correct the JSON: $1'],
    [/^The file is nested too deeply\..+$/, 'Simplify the file: it is nested too deeply.'],
    [
      /^The manifest (.+), so no client loads it\..+$/,
      'Write a JSON object into the manifest: it $1, and no client loads it.',
    ],
    [
      /^Without (`.+`, .+), Claude Code does not add the marketplace\..+$/,
      'Add $1: Claude Code does not add the marketplace without it.',
    ],
    [/^The plugin has no (`.+`), so Claude Code .+$/, 'Add a $1: Claude Code installs no plugin without one.'],
    [/^The extension has no (`.+`), .+$/, 'Add a $1: Gemini CLI does not load an extension without one.'],
    [/^(Claude Code cannot install a plugin of this name\.) (Use .+)\.$/, '$2: $1'],
    [
      /^The manifest has no (`name`), so clients .+$/,
      'Add a $1: clients reject the plugin otherwise, with all of its skills.',
    ],
    [
      /^The name is not (1 to .+), so clients reject .+$/,
      'Use $1 in the name: clients reject the plugin otherwise, with all of its skills.',
    ],
    [
      /^(`author`) is not (an object with `name`), so clients .+$/,
      'Write $1 as $2: clients reject the plugin otherwise, with all of its skills.',
    ],
    [
      /^(`.+`) is not (a .+), so clients reject .+$/,
      'Write $1 as $2: clients reject the plugin otherwise, with all of its skills.',
    ],
    [
      /^`skills` is not a list of paths, .+$/,
      'Write `skills` as a list of paths: Claude Code does not load the plugin otherwise.',
    ],
    [
      /^The name is not a string, .+$/,
      'Write the name as a string: Claude Code does not install the plugin otherwise.',
    ],
    [
      /^The name is empty or has spaces, .+$/,
      'Use a name without spaces: Claude Code does not install the plugin otherwise.',
    ],
    [
      /^`version` is not a string, so Claude Code .+$/,
      'Put `version` in quotes: Claude Code does not install the plugin otherwise.',
    ],
    [
      /^The path of a skill is not a string, .+$/,
      'Write the path of a skill as a string: the plugin is not loaded otherwise.',
    ],
  ],
  'skill.duplicate': [[/^(.+) Say what only this skill does\.$/, 'Say what only this skill does: $1']],
  'skill.list-too-long': [
    [/^Descriptions in (`.+?`) are too long: (.+) Shorten .+$/, 'Shorten descriptions in $1, this one first: $2'],
  ],
  'skill.not-offered': [
    [/^(`.+`) is not read by (.+ and .+), only .+$/, 'Rename $1 to `SKILL.md`: $2 read no other spelling.'],
    [/^(`.+`) is not read by (.+), only .+$/, 'Rename $1 to `SKILL.md`: $2 reads no other spelling.'],
  ],
  'skill.too-long': [[/^(SKILL\.md has .+\.) Move (.+)\.$/, 'Move $2: $1']],
};

/** Returns how an earlier version worded a message; undefined if it worded it the same. */
export function earlierWording(code: string, message: string): string | undefined {
  const row = own(WORDINGS, code)?.find(([now]) => now.test(message));
  return row && message.replace(...row);
}
