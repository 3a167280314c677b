/** What needs Node, apart from `index.ts`: the disk, and the product's own folders in a user's home. */
export * from './disk/file-system.ts';
export * from './disk/folders.ts';
export * from './disk/user-folders.ts';
