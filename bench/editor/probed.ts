/** The language server as VS Code starts it, but over stdio, with the probe in its process. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Editor } from '../../test/integration/language-server-client.ts';
import type { Probed } from './probe.mjs';

export interface ProbedEditor {
  readonly editor: Editor;
  /** Ends the server and returns the measurements of its process. */
  readonly end: () => Promise<Probed>;
}

/** `out`: the file that the probe writes. */
export async function startProbed(bundle: string, out: string, folder: string): Promise<ProbedEditor> {
  const probe = pathToFileURL(join(import.meta.dirname, 'probe.mjs'));
  probe.searchParams.set('out', out);
  const editor = await Editor.start({
    folders: [folder],
    bundle,
    node: ['--max-semi-space-size=8', '--import', probe.href],
  });
  return {
    editor,
    async end() {
      await editor.quit();
      return JSON.parse(readFileSync(out, 'utf8')) as Probed;
    },
  };
}
