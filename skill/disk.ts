/** The part of the API that needs Node: disk access and the product's folders in a user's home directory. */
export * from './disk/file-system.ts';
export * from './disk/find-program.ts';
export * from './disk/folders.ts';
export * from './disk/user-folders.ts';
export * from './disk/user-skill-folders.ts';
