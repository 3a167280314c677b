import type { FolderHandle } from './folder-handle.ts';

/** Returns a folder that consists of held folders by name. It closes them when it is closed. */
export function joinedFolders(folders: ReadonlyMap<string, FolderHandle>): FolderHandle {
  const joined: FolderHandle = {
    openFolder: (name) => folders.get(name)?.reopen(),
    openDirectly: (below) => {
      const end = below.indexOf('/');
      return end < 0 ? undefined : folders.get(below.slice(0, end))?.openDirectly(below.slice(end + 1));
    },
    openFile: () => ({ kind: 'refused', why: 'it does not exist' }),
    lstat: (name) => folders.get(name)?.stats(),
    readLink: () => undefined,
    entries: (max) => [...folders.keys()].slice(0, max).map((name) => ({ name, kind: 'folder' })),
    replaceFile: () => 'it is not a regular file',
    // Any folder has the properties that matter.
    stats: () => [...folders.values()].map((one) => one.stats()).find((stats) => stats !== undefined),
    reopen: () => ({ ...joined, close: () => undefined }),
    close: () => {
      for (const folder of folders.values()) folder.close();
    },
  };
  return joined;
}
