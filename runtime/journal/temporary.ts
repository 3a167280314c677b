/** ADK's convention: keys of state that begin so live as long as the invocation and are never stored. */
export const TEMPORARY = 'temp:';
