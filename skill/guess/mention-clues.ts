/** All clues about mentions, in the order of their weights. To add one, see `skill/README.md`. */
import { OF_FOLDERS, OF_NAMES } from './clues-of-folders.ts';
import { ANY_MENTION } from './clues-of-mentions.ts';
import { OF_THINGS } from './clues-of-things.ts';
import type { MentionClue } from './mention-clue.ts';

export const MENTION_CLUES: readonly MentionClue[] = [...ANY_MENTION, ...OF_THINGS, ...OF_FOLDERS, ...OF_NAMES];
