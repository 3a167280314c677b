import { expect, it } from 'vitest';
import type { SessionTimeline } from './context.ts';
import { OpenTimelines } from './open-timelines.ts';

/** A timeline that is shown until it is closed. */
function timeline() {
  const marks: boolean[] = [];
  const listeners: (() => void)[] = [];
  let isOpen = true;
  const shown: SessionTimeline = {
    get isVisible() {
      return isOpen;
    },
    setReading: () => undefined,
    setLive: (isLive: boolean) => void marks.push(isLive),
    onClosed: (listener: () => void) => void listeners.push(listener),
  };
  const close = (): void => {
    isOpen = false;
    for (const listener of listeners) listener();
  };
  return { shown, marks, close };
}

it('a session is followed until the last of its timelines is closed', () => {
  let ends = 0;
  const open = new OpenTimelines(() => ends++);
  const [first, second] = [timeline(), timeline()];
  open.add(first.shown);
  open.add(second.shown);
  open.add(first.shown);
  open.setLive(true);
  expect([first.marks, second.marks]).toEqual([[true], [true]]);
  first.close();
  expect([ends, open.isVisible]).toEqual([0, true]);
  open.setLive(false);
  expect([first.marks, second.marks]).toEqual([[true], [true, false]]);
  second.close();
  expect([ends, open.isVisible]).toEqual([1, false]);
});
