/** In words why a path that leads nowhere, or nowhere by itself, is not reported: a clue, or a circumstance of the lookup. */
import { ELSEWHERE } from '../clues/elsewhere.ts';
import { WORD_CLUES } from '../clues/excuses.ts';
import { OWNERSHIP } from '../clues/ownership.ts';

/** What is no clue in the text: how the path is written, or what looking it up showed. To be read after "because". */
const CIRCUMSTANCES: Readonly<Record<string, string>> = {
  'written.pseudo-link': 'it has the scheme of an editor or a client',
  'written.glob': 'it is a pattern for several files',
  'written.placeholder': 'a part of it stands for any name',
  'written.template': 'it stands in a text to be written, or in a tree of something else than this skill',
  'written.output': 'a command writes it',
  'resolved.no-file-name': 'it is no name of a file',
  'resolved.bare-name': 'it is a file name without a folder, and no bundled file has it',
  'resolved.installed': 'it is where the skill will be installed',
  'resolved.case-in-passing': 'a file has the name in another letter case, but the text sends nobody there',
  'resolved.case-of-repository': 'the repository has it in another letter case, but the text sends nobody there',
  'resolved.name-in-repository': "the repository has a file of this name, as the user's project may have",
  'resolved.no-plugin': 'the folder of the plugin is not known',
  'resolved.plugin-to-come': 'this plugin has no such folder: the text shows one to come',
  'resolved.file-for-people': 'its file is for people who read the repository, or for tests',
  'resolved.listing-cut': 'the skill has more files than were listed',
  'resolved.folder-of-skills': 'its prefix stands for the folder of all skills',
  'resolved.other-skill-named': 'the words near it name another skill',
  'resolved.other-skill-near': 'another skill has it, and the words near it name that one',
  'resolved.told-in-full': 'the text has its whole path elsewhere, and that leads to a file',
};

let known: ReadonlyMap<string, string> | undefined;

/** What an id in `because` says, to be read after "because"; the id itself where nobody knows it. */
export function reasonOf(because: string): string {
  known ??= new Map([
    ...Object.entries(CIRCUMSTANCES),
    ...[...WORD_CLUES, ...ELSEWHERE, ...OWNERSHIP].map(({ id, says }) => [id, says] as const),
  ]);
  return known.get(because) ?? because;
}
