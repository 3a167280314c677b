/** The note about doubtful words: those that the linter ignores. */
export const DOUBTFUL_NOTE = 'Only a very weak model mistakes these words for a file.';
