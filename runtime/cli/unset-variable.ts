/**
 * Returns the message for an unset variable named by `option`. The name is repeated only if it looks like one: the user
 * may have given the secret itself, and printed text ends up in logs.
 */
export const unsetVariableMessage = (name: string, option: string): string =>
  /^[A-Z][A-Z0-9]{0,15}(?:_[A-Z0-9]{1,15}){0,6}$/.test(name)
    ? `Set the environment variable ${name}: it is not set.`
    : `Give ${option} the name of an environment variable that is set, never the secret itself.`;
