import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { SessionFollower, stampOf } from './session-follower.ts';

let file: string;
let now: number;
let visible: boolean;
/** The changed files of sub-agents. */
let subagents: string;
/** Duration of a read, in milliseconds. */
let duration: number;
/** The journals that were shown with their live mark. */
let shown: string[];

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'skillwright-follower-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  file = join(folder, 'a.jsonl');
  writeFileSync(file, 'one\n');
  [now, visible, duration, shown, subagents] = [1_000, true, 10, [], ''];
});

async function follow(read: () => string | undefined = () => 'journal'): Promise<SessionFollower> {
  const follower = new SessionFollower(
    {
      file,
      stamp: await stampOf(file),
      subagents: () => Promise.resolve(subagents),
      isVisible: () => visible,
      async read() {
        now += duration;
        return read();
      },
      async show(journal, isLive) {
        shown.push(`${journal ?? 'same'} ${isLive ? 'live' : 'ended'}`);
      },
    },
    () => now,
  );
  onTestFinished(() => follower.dispose());
  return follower;
}

describe('following a session', () => {
  it('reads it again when only the file of a sub-agent grows, once for each change', async () => {
    const follower = await follow();
    for (const change of ['a 1', 'a 1', 'a 2', '', 'a 1']) {
      subagents = change;
      now += 10_000;
      await follower.check();
    }
    expect(shown).toEqual(['journal live', 'journal live', 'journal live']);
  });

  it('reads it again when its file grows, is truncated or replaced', async () => {
    const follower = await follow();
    await follower.check();
    expect(shown).toEqual([]);
    const changes = [
      () => appendFileSync(file, 'two\n'),
      () => writeFileSync(file, ''),
      () => {
        writeFileSync(`${file}.new`, 'one\n');
        renameSync(`${file}.new`, file);
      },
      () => appendFileSync(`${file}-wal`, 'page'),
    ];
    for (const [index, change] of changes.entries()) {
      change();
      now += 10_000;
      await follower.check();
      await follower.check();
      expect(shown).toHaveLength(index + 1);
    }
    expect(new Set(shown)).toEqual(new Set(['journal live']));
  });

  it('ends the live mark after a minute without growth', async () => {
    const follower = await follow();
    appendFileSync(file, 'two\n');
    await follower.check();
    now += 59_000;
    await follower.check();
    expect(shown).toEqual(['journal live']);
    now += 2_000;
    await follower.check();
    await follower.check();
    expect(shown).toEqual(['journal live', 'same ended']);
  });

  it('waits for eight times the duration of the last read', async () => {
    const follower = await follow();
    duration = 2_000;
    appendFileSync(file, 'two\n');
    await follower.check();
    appendFileSync(file, 'three\n');
    now += 15_000;
    await follower.check();
    expect(shown).toHaveLength(1);
    now += 1_001;
    await follower.check();
    expect(shown).toHaveLength(2);
  });

  it('reads nothing while the timeline is hidden, after its end, or if the file is gone', async () => {
    let reads = 0;
    const follower = await follow(() => {
      reads++;
      return 'journal';
    });
    appendFileSync(file, 'two\n');
    visible = false;
    await follower.check();
    expect(reads).toBe(0);
    visible = true;
    rmSync(file);
    await follower.check();
    expect(reads).toBe(0);
    writeFileSync(file, 'three\n');
    await follower.check();
    expect(reads).toBe(1);
    follower.dispose();
    now += 60_000;
    appendFileSync(file, 'four\n');
    await follower.check();
    expect(reads).toBe(1);
  });

  it('continues after a read that was rejected', async () => {
    let reads = 0;
    const follower = await follow(() => {
      if (++reads === 1) throw new Error('The process has ended.');
      return 'journal';
    });
    appendFileSync(file, 'two\n');
    await follower.check();
    expect(shown).toEqual([]);
    now += 10_000;
    appendFileSync(file, 'three\n');
    await follower.check();
    expect(shown).toEqual(['journal live']);
  });

  it('keeps what is shown if the session cannot be read, until it changes again', async () => {
    let reads = 0;
    const follower = await follow(() => (++reads === 1 ? undefined : 'journal'));
    appendFileSync(file, 'two\n');
    await follower.check();
    now += 10_000;
    await follower.check();
    expect([reads, shown]).toEqual([1, []]);
    appendFileSync(file, 'three\n');
    await follower.check();
    expect(shown).toEqual(['journal live']);
  });
});
