/** The facts that only those who publish know. All of it is set by the first release; until then `npm run release:check` fails. */

/**
 * The public address of the repository, `https://github.com/OWNER/NAME` without a slash at the end. Until it is set, packages are
 * made without links to it.
 */
export const ADDRESS = '';

/** The publisher on the Marketplace that those who publish own. */
export const PUBLISHER = '';

/** The name on npm that those who publish own. */
export const NPM_NAME = '';
