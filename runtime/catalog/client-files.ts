import { diskFiles } from '../../skill/disk.ts';
import { cachingFiles, type FileSystem } from '../../skill/index.ts';

/** Returns the disk as clients see it. A cache of listings refuses links out of a skill, which some clients follow. */
export function clientFiles(): FileSystem {
  const disk = diskFiles();
  return { ...disk, list: cachingFiles(disk).list };
}
