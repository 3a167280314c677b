import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FenceTyping } from './fence-typing.ts';

const LINES = `${'A line of prose.\n'.repeat(5_000)}`;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Types a text key by key, and asks for a check after each key, as an editor does; returns the last version. */
function type(fences: FenceTyping, typed: string, text = LINES, at = 0, delay = 50): string {
  return [...typed].reduce((before, key, index) => {
    const now = before.slice(0, at + index) + key + before.slice(at + index);
    fences.record('/a.md', before, now);
    fences.defers('/a.md');
    vi.advanceTimersByTime(delay);
    return now;
  }, text);
}

it('waits for a pause once a fence is typed in a long text', () => {
  const onPause = vi.fn();
  const fences = new FenceTyping(onPause);
  const text = type(fences, '``');
  expect(fences.defers('/a.md')).toBe(false);
  type(fences, '`bash\nls\n```\n', text, 2);
  expect(fences.defers('/a.md')).toBe(true);
  expect(fences.defers('/b.md')).toBe(false);
  vi.advanceTimersByTime(200);
  expect(onPause).not.toHaveBeenCalled();
  vi.advanceTimersByTime(250);
  expect(fences.defers('/a.md')).toBe(false);
  expect(onPause).toHaveBeenCalledOnce();
});

it('waits after a fence is removed or its language changes', () => {
  for (const [before, text] of [
    ['```\n', '``\n'],
    ['~~~\n', '\n'],
    ['```b\n', '```ba\n'],
  ]) {
    const fences = new FenceTyping(() => {});
    fences.record('/a.md', `${before}${LINES}`, `${text}${LINES}`);
    expect(fences.defers('/a.md'), text).toBe(true);
    fences.dispose();
  }
});

it('waits no longer than two seconds, though the typing continues', () => {
  const onPause = vi.fn();
  const fences = new FenceTyping(onPause);
  type(fences, `\`\`\`\n${'x'.repeat(45)}`);
  expect(onPause).toHaveBeenCalledOnce();
  expect(fences.defers('/a.md')).toBe(false);
});

it('waits until it is asked, however long that takes', () => {
  const onPause = vi.fn();
  const fences = new FenceTyping(onPause);
  fences.record('/a.md', LINES, `\`\`\`\n${LINES}`);
  vi.advanceTimersByTime(10_000);
  expect(onPause).not.toHaveBeenCalled();
  expect(fences.defers('/a.md')).toBe(true);
});

it('does not wait for other keys, nor in a short text', () => {
  const fences = new FenceTyping(() => {});
  type(fences, 'prose `code` and\n- a list\n');
  expect(fences.defers('/a.md')).toBe(false);
  type(fences, '```\n', 'A short text.\n');
  expect(fences.defers('/a.md')).toBe(false);
});

it('forgets a document that is closed', () => {
  const onPause = vi.fn();
  const fences = new FenceTyping(onPause);
  type(fences, '```');
  fences.forget('/a.md');
  vi.advanceTimersByTime(5_000);
  expect(onPause).not.toHaveBeenCalled();
});
