/**
 * The public address of the repository, `https://github.com/OWNER/NAME` without a slash at the end. Empty until the
 * repository is published: packages are then made without links to it, and `npm run release:check` fails.
 */
export const ADDRESS = '';
