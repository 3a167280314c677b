/** The first report on a workspace, and the memory of the server during and after it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProbed } from './probed.ts';
import type { BenchWorkspace } from './workspaces.ts';

export async function workspaceReport(
  bundle: string,
  scratch: string,
  { folder, skills }: BenchWorkspace,
): Promise<void> {
  const { editor, end } = await startProbed(bundle, join(scratch, 'probed.json'), folder);
  const begin = performance.now();
  const { items } = await editor.request<{ items: unknown[] }>('workspace/diagnostic', { previousResultIds: [] });
  const seconds = (performance.now() - begin) / 1000;
  const after = resident(editor.child.pid);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const later = resident(editor.child.pid);
  const { megabytes } = await end();
  const held =
    after === undefined ? '' : `, ${after.toFixed(0)} MB after it, ${later?.toFixed(0)} MB three seconds later`;
  console.log(
    `report on ${skills} skills: ${seconds.toFixed(1)} s, ${items.length} documents with findings; memory at most ${megabytes.toFixed(0)} MB${held}`,
  );
}

/** Returns the megabytes of a process, on Linux; undefined elsewhere. */
function resident(pid: number | undefined): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
