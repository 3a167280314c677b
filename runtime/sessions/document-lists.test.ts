import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { MADE_UP_SESSIONS } from '../../test/equipment/runtime/made-up-sessions/made-up-sessions.ts';
import { createChance } from '../random.ts';
import { detectFormat, readSample } from './detect.ts';
import { documentParts, readOutline } from './document-lists.ts';
import { importSession } from './import-session.ts';
import type { DocumentLists } from './log/format.ts';
import type { SessionEvent } from './log/session-event.ts';

/** Pieces of one to seven bytes, in the same memory. */
async function* pieces(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  const memory = Buffer.alloc(7);
  for (let at = 0; at < bytes.length; ) {
    const length = Math.min(1 + (at % 7), bytes.length - at);
    bytes.copy(memory, 0, at, at + length);
    at += length;
    yield memory.subarray(0, length);
  }
}

async function partsOf(text: string, lists: DocumentLists): Promise<unknown[]> {
  const parts: unknown[] = [];
  for await (const some of documentParts(pieces(text), lists))
    for (const part of some) parts.push(part.kind === 'part' ? structuredClone(part.document) : part.kind);
  return parts;
}

const outline = (text: string, lists: DocumentLists) => readOutline(pieces(text), lists, { elements: 2, limit: 1000 });

const NESTED = { a: { b: {} } };

describe('documentParts', () => {
  it('returns each element of a list, whatever brackets, commas and quotes its texts contain', async () => {
    const events = [{ text: '],}"\\' }, [1, [2]], 'é\u2028, "x"', 3, null, {}];
    const text = JSON.stringify({ id: 'x', events, state: { events: [9] } });
    const expected = events.map((event) => ({ events: [event] }));
    expect(await partsOf(text, { events: {} })).toEqual(expected);
    expect(
      await partsOf(`\ufeffExported.\n${JSON.stringify(JSON.parse(text), undefined, 2)}\n\0`, { events: {} }),
    ).toEqual(expected);
  });

  it('returns the elements of nested lists with the fields before the list, and skips other values', async () => {
    const text = '{"a":[{"r":{"x":1},"b":[1,2]},{"b":[]},{"b":[3],"z":1},null,[4],7],"c":[5]}';
    expect(await partsOf(text, NESTED)).toEqual([
      { a: [{ r: { x: 1 }, b: [1] }] },
      { a: [{ r: { x: 1 }, b: [2] }] },
      { a: [{ b: [3] }] },
    ]);
  });

  it('returns the elements of a document that is a list', async () => {
    expect(await partsOf('[{"a":1},2]', {})).toEqual([[{ a: 1 }], [2]]);
    expect(await partsOf('[ ]', {})).toEqual([]);
  });

  it('returns no element twice if an object has several lists', async () => {
    const text = '{"events":[1,2],"x":0,"others":[3]}';
    expect(await partsOf(text, { events: {}, others: {} })).toEqual([
      { events: [1] },
      { events: [2] },
      { events: [], others: [3] },
    ]);
  });

  it('skips only the element that is not JSON', async () => {
    expect(await partsOf('{"events":[1,{"x":tea},3]}', { events: {} })).toEqual([
      { events: [1] },
      'broken',
      { events: [3] },
    ]);
  });

  it('does not change the prototype of an object', async () => {
    const text = '{"a":[{"__proto__":{"polluted":1},"b":[1]}]}';
    const parts = await partsOf(text, NESTED);
    expect(JSON.stringify(parts)).toBe(`[${text}]`);
    expect(parts).not.toHaveProperty('0.a.0.polluted');
  });
});

describe('readOutline', () => {
  it('has everything but the later elements of the lists', async () => {
    const text = '{"a":[{"b":[1,2,{}],"z":1},{"b":[]},{"b":[]}],"c":[1,2,3],"d":{"a":[1,2,3]}}';
    expect(await outline(text, NESTED)).toEqual({
      value: { a: [{ b: [1, 2], z: 1 }, { b: [] }], c: [1, 2, 3], d: { a: [1, 2, 3] } },
      isDocument: true,
    });
    expect(await outline('["a","b","c"]', NESTED)).toEqual({ value: ['a', 'b'], isDocument: true });
  });

  it('reports a first line that others follow', async () => {
    expect(await outline('{"a":1}\n{"a":2}', {})).toEqual({ value: { a: 1 }, isDocument: false });
  });

  it.each(['', 'tea', '{"a":[1', '{"a":1]', '{"a":tea}', '"a"', `{"a":"${'x'.repeat(2000)}"}`])(
    'does not accept %.20s',
    async (text) => {
      expect(await outline(text, {})).toBeUndefined();
    },
  );
});

describe('large documents', () => {
  const read = async (file: string, maxEntire?: number) => {
    const sample = await readSample(file, undefined, maxEntire);
    const detected = detectFormat(sample);
    const events: SessionEvent[] = [];
    const fates: string[] = [];
    const result = await importSession(file, {
      detected,
      emit: (event) => void events.push(structuredClone(event)),
      account: (_, fate) => void fates.push(fate),
    });
    return { isOutline: sample.isOutline, events, fates, result };
  };

  it.each(['adk', 'adk-spans', 'opencode', 'gemini-cli', 'vscode-chat', 'vscode-otlp', 'otlp', 'skillwright-otlp'])(
    'of %s are read like small ones, element by element',
    async (id) => {
      const file = join(temporaryFolder(), 'session');
      const chance = createChance(1);
      for (const text of documentsOf(id)) {
        writeFileSync(file, chance.oneIn(2) ? text : JSON.stringify(JSON.parse(text), undefined, 2));
        const { isOutline: isSmall, ...small } = await read(file);
        const { isOutline, ...large } = await read(file, 0);
        expect([isSmall, isOutline]).toEqual([undefined, true]);
        expect(large).toEqual(small);
        expect(small.events[0]).toMatchObject({ imported: { format: id } });
      }
    },
  );

  it('of ATIF have the sub-agents after all steps, with the same calls and tokens', async () => {
    const file = join(temporaryFolder(), 'session');
    writeFileSync(file, MADE_UP_SESSIONS.atif ?? '');
    const [small, large] = [await read(file), await read(file, 0)];
    expect([small.isOutline, large.isOutline]).toEqual([undefined, true]);
    const described = ({ events }: typeof small) => {
      const titles = new Map(events.map((event) => [event.seq, event.type === 'tool_call' ? event.tool : event.type]));
      return events.map((event) => [event.agent, event.type, titles.get(event.parent ?? 0), event.time]).sort();
    };
    expect(described(large)).toEqual(described(small));
    for (const { result } of [small, large])
      expect(result).toMatchObject({ finished: { steps: 4, usage: { inputTokens: 237 }, raw: 0 } });
    expect(large.fates.at(-1)).toBe('used');
  });
});

/** Returns sessions of a format as one document, with its header before and after the lists. */
function documentsOf(id: string): readonly string[] {
  const own = MADE_UP_SESSIONS[id] ?? '';
  if (id === 'otlp' || id === 'skillwright-otlp') {
    const resourceSpans = own
      .split('\n')
      .flatMap((line) => (JSON.parse(line) as Record<string, unknown[]>).resourceSpans);
    return [JSON.stringify({ resourceSpans })];
  }
  const document: unknown =
    id === 'vscode-chat'
      ? chatDocument()
      : id === 'gemini-cli'
        ? geminiDocument()
        : JSON.parse(own.slice(own.search(/[[{]/)));
  if (Array.isArray(document)) return [JSON.stringify(document)];
  const fields = Object.entries(document as object);
  return [JSON.stringify(document), JSON.stringify(Object.fromEntries(fields.reverse()))];
}

function chatDocument(): object {
  const request = (number: number, text: string, more: object) => ({
    requestId: `r${number}`,
    message: { text },
    timestamp: 1_767_607_200_000 + number * 60_000,
    ...more,
  });
  const toolCalls = [{ id: 'c1', name: 'read_file', arguments: '{"filePath":"/home/ada/brewer/SKILL.md"}' }];
  return {
    version: 3,
    sessionId: 's1',
    responderUsername: 'Copilot',
    requests: [
      request(1, 'Brew.', { response: [{ value: 'Warm.' }], promptTokens: 5, completionTokens: 2 }),
      request(2, 'More.', {
        result: {
          metadata: {
            toolCallRounds: [{ id: 'x', response: 'I load it.', toolCalls }],
            toolCallResults: { c1: { content: [] } },
          },
        },
      }),
      request(3, 'Stop.', { isCanceled: true, response: [] }),
      { requestId: 'r4' },
      null,
    ],
  };
}

function geminiDocument(): object {
  return {
    sessionId: 's1',
    projectHash: 'p',
    startTime: '2026-01-05T10:00:00.000Z',
    messages: [
      { id: 'm1', type: 'user', content: 'Brew.', timestamp: '2026-01-05T10:00:01.000Z' },
      { id: 'm2', type: 'gemini', content: 'Wait.', timestamp: '2026-01-05T10:00:02.000Z' },
      { id: 'm2', type: 'gemini', content: 'Done.', timestamp: '2026-01-05T10:00:03.000Z' },
      { id: 'm3', type: 'steep' },
    ],
  };
}
