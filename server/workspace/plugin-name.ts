/** The name of a Claude Code plugin, from its manifest. */
import { type FileSystem, join } from '../../skill/index.ts';
import { isMap } from '../settings.ts';

/** Returns the name that the plugin of a folder gives itself; undefined if it has no manifest, or one without a name. */
export function readPluginName(folder: string, fs: FileSystem): string | undefined {
  const read = fs.read(join(folder, '.claude-plugin/plugin.json'));
  if (read.kind !== 'text') return undefined;
  try {
    const manifest: unknown = JSON.parse(read.text);
    return isMap(manifest) && typeof manifest.name === 'string' && manifest.name !== '' ? manifest.name : undefined;
  } catch {
    return undefined;
  }
}
