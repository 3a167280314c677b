/** Explains why a missing path is not reported: a clue in the text, or a circumstance of the lookup. */
import { ELSEWHERE } from '../clues/elsewhere.ts';
import { WORD_CLUES } from '../clues/excuses.ts';
import { OWNERSHIP } from '../clues/ownership.ts';
import { UNMEANT_PATHS } from '../instructions/unmeant-paths.ts';

/** Reasons other than clues: the way the path is written, or the result of the lookup. Each can follow "because". */
const CIRCUMSTANCES: Readonly<Record<string, string>> = {
  'written.pseudo-link': 'it has the scheme of an editor or a client',
  'written.glob': 'it is a pattern for several files',
  'written.placeholder': 'part of it is a placeholder',
  'written.template': 'it is in a text to be written, or in a tree that does not show this skill',
  'written.output': 'a command writes it',
  'written.user-file': 'the command before it changes to a folder that is not one of the skill',
  'resolved.no-file-name': 'it is not a file name',
  'resolved.bare-name': 'it is a file name without a folder, and no bundled file has this name',
  'resolved.installed': 'it is the location where the skill will be installed',
  'resolved.installed-skill': 'it is in the folder of another skill, as installed on a machine',
  'resolved.case-in-passing':
    'a file has the name in another letter case, but the text does not refer the reader to it',
  'resolved.case-of-repository':
    'the repository has it in another letter case, but the text does not refer the reader to it',
  'resolved.name-in-repository': "the repository has a file of this name, as may the user's project",
  'resolved.no-plugin': 'the folder of the plugin is unknown',
  'resolved.plugin-to-come': 'this plugin has no such folder, so the text shows a future plugin',
  'resolved.file-for-people': 'its file is for people who read the repository, or for tests',
  'resolved.listing-cut': 'the skill has more files than were listed',
  'resolved.folder-of-skills': 'its prefix is the folder of all skills',
  'resolved.other-skill-named': 'the words near it name another skill',
  'resolved.other-skill-near': 'another skill has it, and the words near it name that skill',
  'resolved.bundled-name': 'it is the name of a bundled file',
  'resolved.bundled-names': 'several bundled files have this name',
  'resolved.told-in-full': 'the text contains its full path elsewhere, and that file exists',
};

let known: ReadonlyMap<string, string> | undefined;

/** Returns the reason for an id in `because`, which can follow "because"; returns an unknown id unchanged. */
export function reasonOf(because: string): string {
  known ??= new Map([
    ...Object.entries(CIRCUMSTANCES),
    ...[...WORD_CLUES, ...ELSEWHERE, ...OWNERSHIP, ...UNMEANT_PATHS].map(({ id, says }) => [id, says] as const),
  ]);
  return known.get(because) ?? because;
}
