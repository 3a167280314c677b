/**
 * That a variable named by `option` is not set. Its name is repeated only where it looks like one: somebody may have put
 * the secret itself there, and what is printed ends up in logs.
 */
export const notSet = (name: string, option: string): string =>
  /^[A-Z][A-Z0-9]{0,15}(?:_[A-Z0-9]{1,15}){0,6}$/.test(name)
    ? `The environment variable ${name} is not set.`
    : `The environment variable that ${option} names is not set. It takes the variable's name, never the secret itself.`;
