/** A panel behind another editor that becomes visible again: VS Code discards its page and recreates it. */
import type { Editor } from './editor.ts';
import { type Shown, showAgain } from './saved.ts';
import { withTrace } from './trace.ts';
import { untilFrame } from './watch.ts';

/** Returns the milliseconds to the paint of an empty webview: the minimum for any webview. */
export async function measureEmpty({ browser, page, ask }: Editor): Promise<number> {
  await ask({ do: 'close all' });
  const { value, notes, paintedAfter } = await withTrace(browser, page, async () => {
    const startTime = await ask<number>({ do: 'empty' });
    await untilFrame(page, `document.getElementById('empty') !== null`);
    return startTime;
  });
  return (paintedAfter(notes.find((note) => note.what === 'empty')?.at ?? Number.NaN) - value) / 1000;
}

/** Puts a text in front of an open timeline, then shows the timeline again. */
export async function measureReopening(editor: Editor, journal: string, rows: number): Promise<Shown> {
  await editor.ask({ do: 'close all' });
  await showAgain(editor, journal, rows);
  await editor.ask({ do: 'hide' });
  await editor.page.waitForTimeout(2000);
  return showAgain(editor, journal, rows);
}
