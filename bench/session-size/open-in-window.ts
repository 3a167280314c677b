/** Opens a session in VS Code, and measures when its timeline has rows. */
import type { Watched } from '../timeline-vscode/commands.ts';
import type { Editor } from '../timeline-vscode/editor.ts';
import { withTrace } from '../timeline-vscode/trace.ts';
import { untilFrame } from '../timeline-vscode/watch.ts';

export interface OpenedInWindow {
  /** Milliseconds from the command to the frame with the first rows, painted by the page, and on the screen. */
  readonly first: number;
  readonly firstShown: number;
  /** Milliseconds from the command to the frame with all rows, painted. */
  readonly all: number;
  readonly rows: number;
  readonly host: Watched;
}

/** Opens a session with the command of the extension, and waits until its timeline has all rows. */
export async function openInWindow({ ask, browser, page }: Editor, file: string): Promise<OpenedInWindow> {
  await ask({ do: 'close all' });
  await ask({ do: 'watch' });
  const { value, notes, paintedAfter, shownAfter } = await withTrace(browser, page, async () => {
    const began = await ask<number>({ do: 'open session', file });
    await untilFrame(
      page,
      `document.querySelector('[role=treegrid]') !== null && document.querySelector('.read-progress') === null`,
      600_000,
    );
    return began;
  });
  const host = await ask<Watched>({ do: 'watched' });
  const drawn = notes.filter(({ at, what, rows }) => at >= value && what === 'drawn' && rows > 0);
  const since = (at: number | undefined): number => ((at ?? Number.NaN) - value) / 1000;
  const first = drawn[0]?.at ?? Number.NaN;
  const last = drawn.at(-1);
  return {
    first: since(paintedAfter(first)),
    firstShown: since(shownAfter(first)),
    all: since(paintedAfter(last?.at ?? Number.NaN)),
    rows: last?.rows ?? 0,
    host,
  };
}
