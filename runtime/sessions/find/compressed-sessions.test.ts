import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/equipment/runtime/folders.ts';
import { MADE_UP_SESSIONS } from '../../../test/equipment/runtime/made-up-sessions/made-up-sessions.ts';
import { scaledLimit } from '../../../test/equipment/runtime/scaled-limit.ts';
import { sample } from '../../../test/equipment/skill/long.ts';
import { listSessions } from './list-sessions.ts';
import type { DescribeResult } from './session-entry.ts';

const MB = 1024 * 1024;
const CODEX = `${MADE_UP_SESSIONS.codex ?? ''}`.trimEnd();

/** Compresses content of 1.3 GB in one frame: Node.js reads only the first one. */
async function bomb(part: string, start = '', windowLog = 0): Promise<Buffer> {
  const content = Buffer.alloc(64 * MB, part);
  const params = windowLog === 0 ? {} : { [zlib.constants.ZSTD_c_windowLog]: windowLog };
  const packed = Readable.from([Buffer.from(start), ...Array<Buffer>(20).fill(content)]).pipe(
    zlib.createZstdCompress({ params }),
  );
  return Buffer.concat(await packed.toArray());
}

const pack = (content: Buffer): Buffer => zlib.zstdCompressSync(content);

async function list(content: Buffer, index: string | false = false) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'rollout-1.jsonl.zst'), content);
  const listOnce = async () => {
    const start = performance.now();
    const found: DescribeResult[] = [];
    for await (const one of listSessions({ only: [folder], index })) found.push(one);
    return { found, ms: performance.now() - start };
  };
  return { ...(await listOnce()), listOnce };
}

describe.skipIf(!('zstdCompressSync' in zlib))('a compressed session in a list', () => {
  it('is read if it is one', async () => {
    const { found } = await list(pack(Buffer.from(CODEX)));
    expect(found).toMatchObject([{ kind: 'session', entry: { format: 'codex' } }]);
  });

  it('may be much larger than its file if it is small', async () => {
    const { found } = await list(
      pack(Buffer.from(`${CODEX}\n${'{"type":"x"}\n'.repeat(4_000)}${' '.repeat(10 * MB)}`)),
    );
    expect(found).toMatchObject([{ kind: 'session', entry: { format: 'codex', broken: 0 } }]);
  });

  const CONTENTS: readonly [what: string, content: () => Buffer | Promise<Buffer>][] = [
    ['line ends', () => bomb('\n')],
    ['zeros', () => bomb('\0')],
    ['one line', () => bomb('x')],
    ['one JSON value', () => bomb('[', '{"a":')],
    ['a session, followed by line ends', () => bomb('\n', `${CODEX}\n`)],
    ['records', () => bomb(`${CODEX}\n`)],
    ['empty records', () => bomb('{}\n', `${CODEX}\n`)],
    ['lines of other systems', () => bomb(' \r\n')],
    ['records of an unknown type', () => bomb('{"type":"x"}\n', `${CODEX}\n`)],
    ['itself', async () => pack(await bomb('\n'))],
    ['nothing, many times', () => Buffer.concat(Array<Buffer>(10_000).fill(pack(Buffer.alloc(0))))],
    ['line ends, with a large window', () => bomb('\n', '', 27)],
    ['line ends, with a window that is too large', () => bomb('\n', '', 30)],
  ];
  it.each(sample(CONTENTS, 4, 2))('takes little time if it consists of %s', async (_, content) => {
    const { found, ms } = await list(await content());
    expect(found).toHaveLength(1);
    // Twice as long as it takes on a slow machine; without the limits it is 8 s and more.
    expect(ms).toBeLessThan(scaledLimit(2_000));
  });

  it('is refused with what to do if it grows too much, and not read again', async () => {
    const { found, listOnce } = await list(await bomb('\n', `${CODEX}\n`), temporaryFolder());
    const [one] = found;
    expect(one).toMatchObject({ kind: 'none', message: expect.stringContaining('zstd -d') });
    expect(one).not.toHaveProperty('isUnreadable');
    const again = await listOnce();
    expect(again.found).toEqual(found);
    expect(again.ms).toBeLessThan(scaledLimit(100));
  });
});
