/** Prefix of state keys that exist only during an invocation and are never stored (ADK's convention). */
export const TEMPORARY_PREFIX = 'temp:';
