import { appendFileSync, linkSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { blobName } from '../../runtime/disk/blob-name.ts';
import type { BlobReference, RunEvent } from '../../runtime/protocol/events.ts';
import { Table } from '../timeline/model/table.ts';
import type { PauseAnswer, ToWebview } from '../timeline/protocol.ts';
import type { SpanRow } from '../timeline/row.ts';
import type { RunControl } from './control.ts';
import { guardedRun, longRun, multiPauseRun, WRITER_SKILL, waitingRun } from './harness/runs.ts';
import { LANES_INTERVAL_MS } from './lane-throttle.ts';
import { BATCH_MS, TraceSession } from './session.ts';

let root: string;
let journal: string;
let posted: ToWebview[];
let calls: string[];
/** Texts of unsaved editors, by path. */
let texts: Map<string, string>;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'session-'));
  journal = join(root, 'journal.jsonl');
  posted = [];
  calls = [];
  texts = new Map();
});
afterEach(() => rmSync(root, { recursive: true }));

const control: RunControl = {
  stop: ({ run }) => void calls.push(`stop ${run}`),
  answer: (_run, pause, reply) => void calls.push(`${reply} ${pause}`),
  runAgain: () => void calls.push('again'),
  resume: ({ run }) => void calls.push(`resume ${run}`),
  textOf: async (file) => texts.get(file) ?? (file.startsWith(root) ? readFileSync(file, 'utf8') : undefined),
  openSource: ({ file, line }) => void calls.push(`open ${file.replace(root, '')} ${line ?? ''}`),
  openCause: ({ file, text }) => void calls.push(`cause ${file.replace(root, '')} ${text}`),
  fixesFor: () => Promise.resolve([{ title: 'Write references/guide.md' }]),
  openNaming: (skill, path, { file }) =>
    void calls.push(`naming ${path} in ${skill.replace(root, '')}, ${file.replace(root, '')}`),
  applyFix: (cause, index) => Promise.resolve(calls.push(`fix ${cause.line} ${index}`) > 0),
  appliedFix: () => Promise.resolve(undefined),
  undoFix: () => Promise.resolve(false),
  copy: (text) => void calls.push(`copy ${text}`),
};

const lines = (events: readonly RunEvent[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('');

async function openSaved(events: readonly RunEvent[]): Promise<TraceSession> {
  writeFileSync(journal, lines(events));
  const session = new TraceSession({ journal, owner: 'none', control, post: (message) => posted.push(message) });
  await session.readJournal();
  return session;
}

/** Returns every posted row as the page would draw it. */
function rowsPosted(): readonly SpanRow[] {
  const table = new Table();
  return posted.flatMap((message) => {
    if (message.type !== 'rows') return [];
    if (message.reset) table.clear();
    table.apply(message.batch);
    return [...message.batch.ids].flatMap((id) => table.row(id) ?? []);
  });
}

describe('a file that is not a complete journal', () => {
  async function problemOf(content: string): Promise<string | undefined> {
    writeFileSync(journal, content);
    const post = (message: ToWebview) => posted.push(message);
    const session = new TraceSession({ journal, owner: 'none', control, post });
    await session.readJournal();
    await session.receive({ type: 'ready' });
    const last = posted.findLast((message) => message.type === 'rows');
    session.dispose();
    return last?.header.problem;
  }

  it.each([
    ['of another program', '{"type":"turn","text":"x"}\n{"level":"info"}\n', /none of its 2 lines/],
    ['of text', 'Dear diary,\nall is well.\n', /none of its 2 lines/],
    ['without a line end', 'x'.repeat(1000), /no complete line/],
    ['of bytes', '\0\u{fffd}\0\n', /none of its 1 line /],
  ])('%s is reported as not a journal', async (_what, content, expected) => {
    expect(await problemOf(content)).toMatch(expected);
  });

  it('shows the readable lines of a damaged journal and reports the number of others', async () => {
    const events = guardedRun(root);
    const [first = '', ...rest] = lines(events).split('\n');
    expect(await problemOf([first, 'garbage', '{"seq":', ...rest].join('\n'))).toMatch(/^2 lines .* skipped/);
    expect(rowsPosted().length).toBeGreaterThan(10);
    expect(await problemOf(lines(events))).toBeUndefined();
  });

  it('does not report an empty journal as damaged, because the run may have just started', async () => {
    expect(await problemOf('')).toBeUndefined();
  });
});

describe("another agent's session that is being read", () => {
  it('shows the rows that are there and what was read, and is complete only when all of it was', async () => {
    const events = guardedRun(root);
    const half = events.slice(0, 8);
    const session = await openSaved(half);
    const last = () => posted.findLast((message) => message.type === 'rows');
    const reading = { file: 'a.jsonl', percent: 34, isStopped: false };
    session.setReading(reading);
    await session.receive({ type: 'ready' });
    expect(last()).toMatchObject({ complete: false, header: { state: 'reading', reading, live: false } });
    expect(rowsPosted().length).toBeGreaterThan(0);
    session.setReading({ ...reading, isStopped: true });
    await vi.waitFor(() => expect(last()).toMatchObject({ complete: true, header: { state: 'unread' } }));
    await session.receive({ type: 'acknowledge', messages: 2 });
    appendFileSync(journal, lines(events.slice(8)));
    await session.readJournal();
    session.setReading(undefined);
    await vi.waitFor(() =>
      expect(last()).toMatchObject({ complete: true, header: { state: session.trace.finished?.reason } }),
    );
    expect(last()?.header).not.toHaveProperty('reading');
    session.dispose();
  });

  it('has no rows if its journal is gone, and does not say so while it is read again', async () => {
    const post = (message: ToWebview) => posted.push(message);
    const session = new TraceSession({ journal: join(root, 'gone.jsonl'), owner: 'none', control, post });
    session.setReading({ file: 'a.jsonl', percent: 0, isStopped: false });
    await session.readJournal();
    await session.receive({ type: 'ready' });
    const last = () => posted.findLast((message) => message.type === 'rows')?.header;
    expect(last()).toMatchObject({ state: 'reading' });
    expect(last()).not.toHaveProperty('problem');
    session.setReading({ file: 'a.jsonl', percent: 0, isStopped: true });
    await vi.waitFor(() => expect(last()).toMatchObject({ state: 'empty', problem: expect.stringContaining('gone') }));
    session.dispose();
  });
});

describe('a session that takes over a page', () => {
  it('sends all rows in one message, with the search and the rows to reveal, and ends the session before', async () => {
    const events = guardedRun(root);
    const before = await openSaved(events.slice(0, 8));
    await before.receive({ type: 'ready' });
    await before.receive({ type: 'find', query: 'guide' });
    const after = await openSaved(events);
    posted.length = 0;
    after.takeOver(before, true);
    before.reveal([1]);
    const [first] = posted;
    expect(first).toMatchObject({ type: 'rows', reset: true, complete: true });
    expect(rowsPosted()).toHaveLength(after.trace.spans.length);
    expect(posted.filter(({ type }) => type === 'found')).toMatchObject([{ query: 'guide' }]);
    await new Promise((done) => setTimeout(done, 3 * BATCH_MS));
    expect(posted.filter(({ type }) => type === 'reveal')).toEqual([]);
    after.dispose();
  });

  it('waits for a page that has not started or is hidden', async () => {
    const events = guardedRun(root);
    const loading = await openSaved(events);
    const next = await openSaved(events);
    next.takeOver(loading, true);
    expect(posted).toEqual([]);
    await next.receive({ type: 'ready' });
    const hidden = await openSaved(events);
    posted.length = 0;
    hidden.takeOver(next, false);
    expect(posted).toEqual([]);
    hidden.setVisible(true);
    expect(posted).toEqual([{ type: 'shown' }]);
    await hidden.receive({ type: 'present' });
    expect(posted[1]).toMatchObject({ type: 'rows', reset: true });
    hidden.dispose();
  });
});

describe('a journal that another process writes', () => {
  async function openGrowing(content: string) {
    writeFileSync(journal, content);
    const post = (message: ToWebview) => posted.push(message);
    const session = new TraceSession({ journal, owner: 'none', control, post });
    await session.readJournal();
    const problem = async () => {
      await session.receive({ type: 'ready' });
      return posted.findLast((message) => message.type === 'rows')?.header.problem;
    };
    return { session, problem };
  }

  it('is no longer reported as invalid after its first line is complete', async () => {
    const complete = lines(guardedRun(root));
    const { session, problem } = await openGrowing(complete.slice(0, 20));
    expect(await problem()).toMatch(/no complete line/);
    appendFileSync(journal, complete.slice(20));
    await session.readMore();
    expect(await problem()).toBeUndefined();
    session.dispose();
  });

  it('is no longer reported as unreadable once it can be read again', async () => {
    const complete = lines(guardedRun(root));
    const { session, problem } = await openGrowing(complete);
    rmSync(journal);
    await session.readMore();
    expect(await problem()).toMatch(/cannot be read/);
    writeFileSync(journal, complete);
    await session.readMore();
    expect(await problem()).toBeUndefined();
    session.dispose();
  });

  it('is reported as damaged as soon as it is', async () => {
    const { session, problem } = await openGrowing(lines(guardedRun(root)));
    appendFileSync(journal, 'garbage\n');
    await session.readMore();
    expect(await problem()).toMatch(/^1 line .* skipped/);
    session.dispose();
  });
});

describe('a further prompt', () => {
  const openWith = async (events: readonly RunEvent[], more: Partial<RunControl>) => {
    writeFileSync(journal, lines(events));
    const post = (message: ToWebview) => posted.push(message);
    const session = new TraceSession({ journal, owner: 'none', control: { ...control, ...more }, post });
    await session.readJournal();
    return session;
  };

  it.each([true, false])('reports to the page whether it has started the run (%s)', async (started) => {
    const sendPrompt = async (_run: unknown, prompt: string) => calls.push(prompt) > 0 && started;
    const session = await openWith(guardedRun(root), { sendPrompt });
    await session.receive({ type: 'prompt', prompt: ' \n' });
    await session.receive({ type: 'prompt', prompt: 'And now?' });
    expect(calls).toEqual(['And now?']);
    expect(posted).toEqual([{ type: 'prompted', started }]);
  });

  it('is refused for a session of another agent', async () => {
    const imported = guardedRun(root).map((event) =>
      event.type === 'run_started' ? ({ ...event, imported: { client: 'codex', file: 'a' } } as RunEvent) : event,
    );
    const session = await openWith(imported, { sendPrompt: async (_run, prompt) => calls.push(prompt) > 0 });
    await session.receive({ type: 'prompt', prompt: 'And now?' });
    expect([calls, posted]).toEqual([[], []]);
  });

  it('that is not sent is known, so that no other run takes the tab', async () => {
    const session = await openWith(guardedRun(root), {});
    const known: boolean[] = [session.hasDraft];
    for (const isEmpty of [false, true]) {
      await session.receive({ type: 'draft', isEmpty });
      known.push(session.hasDraft);
    }
    expect(known).toEqual([false, true, false]);
    expect(session.isLive).toBe(false);
    session.setReading({ file: 's', percent: 1, isStopped: false });
    expect(session.isLive).toBe(true);
  });

  it('focuses its box once the page has all rows', async () => {
    const session = await openWith(guardedRun(root), {});
    session.focusPrompt();
    expect(posted).toEqual([]);
    await session.receive({ type: 'ready' });
    expect(posted.map(({ type }) => type)).toEqual(['rows', 'focusPrompt']);
  });
});

it('shows the name that the settings give the model, looked up once, and the number of forks', async () => {
  writeFileSync(journal, lines(guardedRun(root)));
  const post = (message: ToWebview) => posted.push(message);
  const nameOfModel = (id: string) => `office/${calls.push(id)}`;
  const session = new TraceSession({ journal, owner: 'none', control: { ...control, nameOfModel }, post });
  await session.readJournal();
  session.setForks(2);
  await session.receive({ type: 'ready' });
  await session.receive({ type: 'ready' });
  const headers = posted.flatMap((message) => (message.type === 'rows' ? [message.header] : []));
  expect(headers.map(({ model, forks }) => [model, forks])).toEqual([
    ['office/1', 2],
    ['office/1', 2],
  ]);
});

it('reveals the rows of requested events after all rows have arrived', async () => {
  const events = guardedRun(root);
  const session = await openSaved(events);
  const calls = events.filter((event) => event.type === 'tool_call').map((event) => event.seq);
  session.reveal([calls[0] ?? 0, calls[1] ?? 0, 9999]);
  expect(posted).toEqual([]);
  await session.receive({ type: 'ready' });
  const message = posted.find((one) => one.type === 'reveal');
  const rows = rowsPosted().filter((row) => row.seq === calls[0] || row.seq === calls[1]);
  expect(message).toEqual({ type: 'reveal', rows: rows.map((row) => row.id) });
  // As at a stop in the debugger, which shows the file of the stop.
  session.reveal([calls[0] ?? 0], true);
  await vi.waitFor(() => expect(posted.at(-1)).toEqual({ type: 'reveal', rows: [rows[0]?.id], keepsFocus: true }));
  session.dispose();
});

it('repeats a reveal once for each new page until it is confirmed', async () => {
  const events = guardedRun(root);
  const session = await openSaved(events);
  const reveals = () => posted.filter((one) => one.type === 'reveal').length;
  await session.receive({ type: 'ready' });
  session.setVisible(false);
  session.reveal([events.find((event) => event.type === 'tool_call')?.seq ?? 0]);
  session.setVisible(true);
  await session.receive({ type: 'present' });
  session.setVisible(true);
  expect(reveals()).toBe(1);
  await session.receive({ type: 'ready' });
  expect(reveals()).toBe(2);
  await session.receive({ type: 'revealed' });
  await session.receive({ type: 'ready' });
  expect(reveals()).toBe(2);
  session.dispose();
});

describe('payloads stored next to the journal', () => {
  const blob = (value: unknown): BlobReference => {
    const content = JSON.stringify(value);
    writeFileSync(join(root, blobName(content)), content);
    return { blob: blobName(content), size: 70_000 };
  };

  it('uses the first line of a long prompt as the title', async () => {
    const prompt = blob('\n  Sum up this book\nChapter one');
    const [first, ...rest] = guardedRun(root);
    const session = await openSaved([{ ...first, prompt } as RunEvent, ...rest]);
    await session.receive({ type: 'ready' });
    await vi.waitFor(() => {
      const last = posted.findLast((message) => message.type === 'rows');
      expect(last?.header.title).toBe('Sum up this book');
    }, 20_000);
    session.dispose();
  });

  it('are searched last, and the page is notified until the search has finished', async () => {
    const result = blob({ content: 'a needle in much hay' });
    const events = guardedRun(root).map((event) =>
      event.type === 'tool_result' && event.tool === 'load_skill' ? { ...event, result } : event,
    );
    const session = await openSaved(events);
    await session.receive({ type: 'ready' });
    posted = [];
    await session.receive({ type: 'find', query: 'Needle' });
    const found = () => posted.filter((message) => message.type === 'found');
    expect(found()).toMatchObject([{ more: false, searching: true, ids: new Int32Array() }]);
    await vi.waitFor(() => expect(found().at(-1)?.searching).toBe(false), 20_000);
    const row = session.trace.spans.find((span) => span.tool === 'load_skill')?.id;
    expect([...(found().at(-1)?.ids ?? [])]).toEqual([row]);
    expect(found().at(-1)).toMatchObject({ more: true, partial: false });
    session.dispose();
  });
});

describe('the details of a model call', () => {
  const payloadOf = async (session: TraceSession, name: string) => {
    const row = session.trace.spans.find((span) => span.verb === name)?.id ?? -1;
    posted = [];
    await session.receive({ type: 'payload', row });
    const [message] = posted;
    return message?.type === 'payload' ? message.payload : undefined;
  };

  it('contain the conversation sent to it', async () => {
    const payload = await payloadOf(await openSaved(guardedRun(root)), 'turn 3');
    expect(payload?.messages?.map(({ from, text, tool, calls }) => [from, text || tool || calls?.[0]?.tool])).toEqual([
      ['user', 'Write release notes in our house style'],
      ['model', 'list_skills'],
      ['tool', 'list_skills'],
      ['model', 'load_skill'],
      ['tool', 'load_skill'],
    ]);
    expect(payload?.messages?.[2]?.data).toEqual({ skills: 'writer, glossary, changelog' });
    expect(payload?.tools?.find((tool) => tool.name === 'analyze_csv')).toEqual({
      name: 'analyze_csv',
      addedBy: 'writer',
    });
  });

  it('of a sub-agent start with its call, without the messages of its caller', async () => {
    const payload = await payloadOf(await openSaved(multiPauseRun(root)), 'turn 5');
    expect(payload?.messages?.map(({ from, text, tool, calls }) => [from, text || tool || calls?.[0]?.tool])).toEqual([
      ['user', 'terms of 2.4'],
      ['model', 'fetch_terms'],
      ['tool', 'fetch_terms'],
    ]);
  });

  it('count the calls left out of a long conversation', async () => {
    const payload = await payloadOf(await openSaved(longRun(root, 200)), 'turn 40');
    expect(payload?.earlierTurns).toBe(27);
    expect(payload?.messages?.filter((message) => message.from === 'model')).toHaveLength(12);
  });
});

it('posts nothing to a page closed in the meantime', async () => {
  const session = await openSaved(guardedRun(root));
  const received = session.receive({ type: 'payload', row: 1 });
  session.dispose();
  await received;
  expect(posted).toEqual([]);
});

it('finds text in arguments and results, including later rows', async () => {
  const events = guardedRun(root);
  const half = events.findIndex((event) => event.type === 'pause');
  writeFileSync(journal, lines(events.slice(0, half)));
  const session = new TraceSession({ journal, owner: 'this-window', control, post: (message) => posted.push(message) });
  await session.readJournal();
  await session.receive({ type: 'ready' });
  const found = () => posted.flatMap((message) => (message.type === 'found' ? [[message.more, ...message.ids]] : []));
  const row = (name: string) => session.trace.spans.find((span) => span.name === name)?.id ?? -1;
  await session.receive({ type: 'find', query: 'FRIENDLY' });
  expect(found()).toEqual([[false, row('references/guide.md')]]);
  await session.receive({ type: 'find', query: 'removed 2' });
  session.events(events.slice(half));
  await vi.waitFor(() => expect(found().at(-1)?.[0]).toBe(true), 20_000);
  expect(found().at(-1)).toContain(row('scripts/count.py'));
});

it('reports that the run has more text than is searched', async () => {
  const session = await openSaved(guardedRun(root));
  await session.receive({ type: 'ready' });
  const partial = () => posted.flatMap((message) => (message.type === 'found' ? [message.partial] : []));
  await session.receive({ type: 'find', query: 'friendly' });
  expect(partial()).toEqual([false]);
  Object.defineProperty(session.trace.textIndex, 'isFull', { value: true });
  await session.receive({ type: 'find', query: 'friendly' });
  expect(partial()).toEqual([false, true]);
});

it('opens the SKILL.md of a skill by name, and a payload as text', async () => {
  const texts: string[] = [];
  const session = await openSaved(guardedRun(root));
  const quiet = new TraceSession({
    journal,
    owner: 'none',
    control: { ...control, openText: ({ content, language }) => void texts.push(`${language} ${content}`) },
    post: () => undefined,
  });
  await quiet.readJournal();
  await session.receive({ type: 'openSkill', skill: 'writer' });
  const read = session.trace.spans.find((span) => span.verb === 'load_skill_resource' && span.status === 'ok');
  await session.receive({ type: 'openNaming', row: read?.id ?? -1 });
  await session.receive({ type: 'openSkill', skill: '../../etc' });
  expect(calls).toEqual([
    'open /writer/SKILL.md ',
    'naming references/guide.md in /writer/SKILL.md, /writer/references/guide.md',
  ]);
  const row = quiet.trace.spans.find((span) => span.kind === 'tool')?.id ?? -1;
  await quiet.receive({ type: 'openPayload', row });
  expect(texts.map((text) => text.replace(/\s+/g, ' '))).toEqual([
    'json { "arguments": { "file": "metrics.csv" }, "result": { "rows": 214, "kinds": { "added": 14, "fixed": 31, "removed": 2 }, "valid": true } }',
  ]);
});

it('accepts an answer to a pause only if it fits the pause', async () => {
  writeFileSync(journal, lines(multiPauseRun(root)));
  const session = new TraceSession({ journal, owner: 'this-window', control, post: () => undefined });
  await session.readJournal();
  const say = (pause: string, answer: PauseAnswer) => session.receive({ type: 'answer', pause, answer });
  await say('p-guard', 'approve');
  await say('p-credential', 'continue');
  await say('p-none', 'approve');
  expect(calls).toEqual([]);
  await say('p-guard', 'ignore');
  await say('p-credential', 'credential');
  await say('p-confirmation', 'deny');
  expect(calls).toEqual(['ignore p-guard', 'credential p-credential', 'deny p-confirmation']);
});

describe('a saved run', () => {
  it('is sent completely when the page is ready', async () => {
    const session = await openSaved(guardedRun(root));
    expect(posted).toEqual([]);
    await session.receive({ type: 'ready' });
    expect(posted).toHaveLength(1);
    expect(posted[0]).toMatchObject({ type: 'rows', reset: true, complete: true, header: { state: 'final' } });
  });

  it('is sent in pages if it is long', async () => {
    const session = await openSaved(longRun(root, 13_000));
    await session.receive({ type: 'ready' });
    const flags = () => posted.map((message) => message.type === 'rows' && [message.reset, message.complete]);
    expect(flags()).toEqual([[true, false]]);
    session.trace.dirty.add(8999);
    // Full pages are sent without waiting, the rest after the page has acknowledged them.
    await vi.waitFor(() => expect(flags()).toHaveLength(3), 20_000);
    await session.receive({ type: 'acknowledge', messages: 2 });
    await vi.waitFor(() => expect(flags()).toHaveLength(4), 20_000);
    expect(flags()).toEqual([
      [true, false],
      [false, false],
      [false, false],
      [false, true],
    ]);
    expect(rowsPosted().map((row) => row.id)).toEqual(session.trace.spans.map((span) => span.id));
  });

  it('continues from a torn last line once it is complete', async () => {
    const events = guardedRun(root);
    const text = lines(events);
    writeFileSync(journal, text.slice(0, -40));
    const session = new TraceSession({ journal, owner: 'none', control, post: () => undefined });
    await session.readJournal();
    expect(session.trace.finished).toBeUndefined();
    appendFileSync(journal, text.slice(-40));
    await session.readJournal();
    expect(session.trace.finished?.reason).toBe('final');
  });

  it('shows an empty page with the reason if the file does not exist', async () => {
    const session = new TraceSession({ journal, owner: 'none', control, post: (message) => posted.push(message) });
    await session.readJournal();
    await session.receive({ type: 'ready' });
    expect(posted[0]).toMatchObject({ header: { state: 'empty', problem: expect.stringContaining('ENOENT') } });
  });
});

describe('a live run', () => {
  it('sends only changes, at most every 50 ms', async () => {
    vi.useFakeTimers();
    const events = waitingRun(root);
    const session = await openSaved(events.slice(0, 10));
    await session.receive({ type: 'ready' });
    posted.length = 0;
    for (const event of events.slice(10, 14)) session.events([event]);
    expect(posted).toHaveLength(0);
    vi.advanceTimersByTime(BATCH_MS);
    expect(posted).toHaveLength(1);
    expect(rowsPosted().length).toBeLessThan(6);
    expect(BATCH_MS).toBeLessThanOrEqual(50);
    vi.useRealTimers();
  });

  it('keeps at most three unacknowledged messages, and merges later changes into one', async () => {
    vi.useFakeTimers();
    const events = longRun(root, 100);
    const session = await openSaved(events.slice(0, 10));
    await session.receive({ type: 'ready' });
    for (const event of events.slice(10)) {
      session.events([event]);
      vi.advanceTimersByTime(BATCH_MS);
    }
    expect(posted).toHaveLength(3);
    // Invalid numbers acknowledge nothing.
    for (const [messages, count] of [
      [Number.NaN, 3],
      [-5, 3],
      [2, 4],
      [2, 4],
      [2, 4],
    ] as const) {
      await session.receive({ type: 'acknowledge', messages });
      vi.advanceTimersByTime(BATCH_MS);
      expect(posted).toHaveLength(count);
    }
    expect(new Set(rowsPosted().map((row) => row.id))).toEqual(new Set(session.trace.spans.map((span) => span.id)));
    vi.useRealTimers();
  });

  it('sends the lanes a few times a second, including the last state', async () => {
    vi.useFakeTimers();
    const events = longRun(root, 400).slice(0, -1);
    const session = await openSaved(events.slice(0, 10));
    session.setOwner('this-window');
    await session.receive({ type: 'ready' });
    posted.length = 0;
    for (const event of events.slice(10, 210)) {
      session.events([event]);
      vi.advanceTimersByTime(BATCH_MS);
      await session.receive({ type: 'acknowledge', messages: 1 });
    }
    vi.advanceTimersByTime(LANES_INTERVAL_MS);
    const lanes = posted.flatMap((message) => (message.type === 'rows' ? (message.lanes ?? []) : []));
    const sent = posted.filter((message) => message.type === 'rows' && message.lanes !== undefined).length;
    expect(posted.length).toBeGreaterThan(100);
    expect(sent).toBeGreaterThan(4);
    expect(sent).toBeLessThan((210 * BATCH_MS) / LANES_INTERVAL_MS + 2);
    const misses = session.trace.lanes.get('writer')?.misses ?? 0;
    expect(lanes.findLast((lane) => lane.name === 'writer')?.text).toContain(`${misses} misses`);
    vi.useRealTimers();
  });

  it('does not wait for acknowledgements from a previous page', async () => {
    const session = await openSaved(guardedRun(root));
    for (let page = 1; page <= 4; page++) {
      await session.receive({ type: 'ready' });
      expect(posted).toHaveLength(page);
    }
  });

  it('keeps the order if events overtake the journal or some were not sent', async () => {
    const events = waitingRun(root);
    writeFileSync(journal, lines(events.slice(0, 20)));
    const session = new TraceSession({ journal, owner: 'this-window', control, post: () => undefined });
    const read = session.readJournal();
    session.events(events.slice(15, 22));
    await read;
    appendFileSync(journal, lines(events.slice(20)));
    session.events(events.slice(25));
    await session.readJournal();
    const complete = await openSaved(events);
    expect(session.trace.spans).toEqual(complete.trace.spans);
  });

  it('sends nothing while hidden, and catches up immediately when shown', async () => {
    vi.useFakeTimers();
    const events = waitingRun(root);
    const session = await openSaved(events.slice(0, 3));
    await session.receive({ type: 'ready' });
    posted.length = 0;
    session.setVisible(false);
    session.events(events.slice(3));
    vi.advanceTimersByTime(1000);
    expect(posted).toHaveLength(0);
    session.setVisible(true);
    expect(posted).toEqual([{ type: 'shown' }]);
    await session.receive({ type: 'present' });
    expect(posted).toHaveLength(2);
    expect(posted[1]).toMatchObject({ reset: false, header: { state: 'interrupted', llmCalls: 6 } });
    vi.useRealTimers();
  });

  it('sends a recreated page everything from scratch', async () => {
    vi.useFakeTimers();
    const events = waitingRun(root);
    const session = await openSaved(events.slice(0, 10));
    await session.receive({ type: 'ready' });
    session.setVisible(false);
    session.events(events.slice(10, 20));
    posted.length = 0;
    session.setVisible(true);
    session.events(events.slice(20));
    vi.advanceTimersByTime(1000);
    expect(posted).toEqual([{ type: 'shown' }]);
    await session.receive({ type: 'ready' });
    expect(posted).toHaveLength(2);
    expect(posted[1]).toMatchObject({
      reset: true,
      complete: true,
      batch: { ids: { length: session.trace.spans.length } },
    });
    // The recreated page also receives `shown` and answers it.
    await session.receive({ type: 'present' });
    expect(posted).toHaveLength(2);
    vi.useRealTimers();
  });
});

describe('requests of the page', () => {
  it('forwards Stop and answers, but not an answer to an unknown pause', async () => {
    const session = await openSaved(waitingRun(root));
    await session.receive({ type: 'stop' });
    await session.receive({ type: 'answer', pause: 'p1', answer: 'approve' });
    await session.receive({ type: 'answer', pause: 'other', answer: 'approve' });
    expect(calls).toEqual(['stop 20261120-143144-writer', 'approve p1']);
  });

  it('returns payloads by row, with the lines around the cause', async () => {
    const { mkdirSync } = await import('node:fs');
    mkdirSync(join(root, 'writer'));
    writeFileSync(join(root, 'writer/SKILL.md'), WRITER_SKILL);
    const session = await openSaved(guardedRun(root));
    const guard = session.trace.spans.find((span) => span.kind === 'guard');
    await session.receive({ type: 'payload', row: guard?.id ?? -1 });
    expect(posted.at(-1)).toMatchObject({
      type: 'payload',
      payload: { excerpt: { firstLine: 13, mark: { line: 14, from: 24, to: 42 }, status: 'same' } },
    });
    await session.receive({ type: 'openSource', row: guard?.id ?? -1 });
    await session.receive({ type: 'applyFix', row: guard?.id ?? -1, index: 0 });
    expect(calls).toEqual(['cause /writer/SKILL.md see the user guide', 'fix 14 0']);
  });

  it('shows the current lines around a cause, including unsaved changes: moved, edited or removed', async () => {
    const session = await openSaved(guardedRun(root));
    const row = session.trace.spans.find((span) => span.kind === 'guard')?.id ?? -1;
    const excerptOf = async (text: string) => {
      texts.set(join(root, 'writer/SKILL.md'), text);
      await session.receive({ type: 'payload', row });
      const last = posted.at(-1);
      return last?.type === 'payload' ? last.payload.excerpt : undefined;
    };
    const mark = { line: 16, from: 24, to: 42 };
    const moved = `<!-- one -->\n<!-- two -->\n${WRITER_SKILL}`;
    expect(await excerptOf(moved)).toMatchObject({ firstLine: 15, mark, status: 'same' });
    const fixed = moved.replace('the user guide', 'the user guide (`references/guide.md`)');
    expect(await excerptOf(fixed)).toMatchObject({ firstLine: 15, mark, status: 'edited' });
    expect(await excerptOf(moved.replace('the user guide', 'our guide'))).toMatchObject({ status: 'gone' });
  });

  it('refreshes details and fixes when the text of their cause changes, and only then', async () => {
    vi.useFakeTimers();
    const session = await openSaved(guardedRun(root));
    const file = join(root, 'writer/SKILL.md');
    const guard = session.trace.spans.findLast((span) => span.kind === 'guard')?.id ?? -1;
    texts.set(file, WRITER_SKILL);
    await session.receive({ type: 'ready' });
    await session.receive({ type: 'payload', row: guard });
    await session.receive({ type: 'fixes', row: guard });
    const news = () => posted.filter(({ type }) => type !== 'rows');
    const markedLine = () => {
      const last = news().at(-1);
      const excerpt = last?.type === 'payload' ? last.payload.excerpt : undefined;
      return excerpt?.status === 'same' ? excerpt.mark.line : undefined;
    };
    posted.length = 0;
    // A file without causes is not even read.
    session.textChanged(join(root, 'other/SKILL.md'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(news()).toEqual([]);
    texts.set(file, `# Added\n${WRITER_SKILL}`);
    session.textChanged(file);
    await vi.advanceTimersByTimeAsync(1000);
    await vi.waitFor(() => expect(markedLine()).toBe(15));
    expect(news()).toContainEqual(expect.objectContaining({ type: 'fixes', row: guard }));
    session.setVisible(false);
    texts.set(file, WRITER_SKILL);
    session.textChanged(file);
    await vi.advanceTimersByTimeAsync(1000);
    expect(markedLine()).toBe(15);
    session.setVisible(true);
    await vi.advanceTimersByTimeAsync(1000);
    await vi.waitFor(() => expect(markedLine()).toBe(14));
    session.dispose();
    vi.useRealTimers();
  });

  it('shows a prompt and an answer above 64 kB in full', async () => {
    const blob = (letter: string): string => blobName(JSON.stringify(letter.repeat(70_000)));
    const base = { time: '', invocation: 'i', agent: 'agent' };
    const apart = (letter: string): BlobReference => ({ blob: blob(letter), size: 70_002 });
    for (const letter of 'ab') writeFileSync(join(root, blob(letter)), JSON.stringify(letter.repeat(70_000)));
    const session = await openSaved([
      { ...base, seq: 1, type: 'run_started', run: 'r', prompt: apart('a') },
      { ...base, seq: 2, type: 'llm_request', call: 1, tools: [], parent: 1 },
      { ...base, seq: 3, type: 'llm_response', call: 1, text: apart('b'), toolCalls: [], usage: {}, parent: 2 },
      { ...base, seq: 4, type: 'run_finished', reason: 'final', llmCalls: 1, text: apart('b'), usage: {}, parent: 1 },
    ] as RunEvent[]);
    const shown: Record<string, unknown> = {};
    for (const { id, kind } of session.trace.spans) {
      await session.receive({ type: 'payload', row: id });
      const last = posted.at(-1) as { readonly payload?: { readonly text?: string } };
      shown[kind] = last.payload?.text;
    }
    expect(shown).toEqual({ agent: 'a'.repeat(70_000), model: 'b'.repeat(70_000), answer: 'b'.repeat(70_000) });
  });

  it('reads a blob only from the folder of the journal', async () => {
    const name = blobName('{"big":true}');
    const other = blobName('{"big":false}');
    const result = (seq: number, blob: string): object => ({
      seq,
      time: '',
      type: 'tool_result',
      id: String(seq),
      tool: 't',
      result: { blob, size: 3 },
      durationMs: 1,
    });
    writeFileSync(join(root, name), '{"big":true}');
    // A hard link looks like a regular file; only its content differs.
    writeFileSync(join(root, 'private.json'), '{"key":"private"}');
    linkSync(join(root, 'private.json'), join(root, other));
    const session = await openSaved([result(1, name), result(2, '../journal.jsonl'), result(3, other)] as RunEvent[]);
    for (const span of session.trace.spans.slice(1)) await session.receive({ type: 'payload', row: span.id });
    const results = posted.map((message) => message.type === 'payload' && message.payload.result);
    expect(results).toEqual([{ big: true }, { blob: '../journal.jsonl', size: 3 }, { blob: other, size: 3 }]);
  });

  it('keeps a result that looks like a blob reference, and does not follow a payload that is a link', async () => {
    const name = 'blob-0123456789abcdef0123456789abcdef.json';
    writeFileSync(join(root, 'notes.txt'), 'private');
    symlinkSync(join(root, 'notes.txt'), join(root, name));
    const results = ['notes.txt', name].map((blob, index) => ({
      seq: index + 1,
      time: '',
      type: 'tool_result',
      id: String(index),
      tool: 't',
      durationMs: 1,
      result: { blob, size: 7 },
    }));
    const session = await openSaved(results as unknown as RunEvent[]);
    for (const span of session.trace.spans.slice(1)) await session.receive({ type: 'payload', row: span.id });
    expect(JSON.stringify(posted)).not.toContain('private');
  });

  it('reads nothing outside the workspace for an excerpt', async () => {
    const cause = { file: '/etc/private.md', line: 1, column: 1, text: 'x' };
    const requests: string[] = [];
    const guard = { seq: 1, time: '', type: 'guard', rule: 'r', verdict: 'stop', evidence: [], cause };
    writeFileSync(journal, lines([guard] as unknown as RunEvent[]));
    const textOf = async (file: string) => void requests.push(file);
    const post = (message: ToWebview) => posted.push(message);
    const session = new TraceSession({
      journal,
      owner: 'none',
      control: { ...control, textOf: textOf as RunControl['textOf'] },
      post,
    });
    await session.readJournal();
    const row = session.trace.spans.find((span) => span.kind === 'guard')?.id ?? -1;
    await session.receive({ type: 'payload', row });
    expect(requests).toEqual([cause.file]);
    expect(posted.at(-1)).not.toHaveProperty('payload.excerpt');
  });

  it('limits the size of a payload, and includes its events separately', async () => {
    const session = await openSaved([
      { seq: 1, time: '', type: 'tool_result', id: '1', tool: 't', durationMs: 1, result: Array(400_000).fill(0) },
      {
        seq: 2,
        time: '',
        type: 'tool_result',
        id: '2',
        tool: 't',
        durationMs: 1,
        result: { ['k'.repeat(2e6)]: 'x'.repeat(600_000) },
      },
      { seq: 3, time: '', type: 'tool_result', id: '3', tool: 't', durationMs: 1, result: 'x'.repeat(600_000) },
    ] as unknown as RunEvent[]);
    for (const span of session.trace.spans.slice(1)) {
      await session.receive({ type: 'payload', row: span.id });
      const message = posted.at(-1);
      expect(JSON.stringify(message).length).toBeLessThan(1_100_000);
      expect(message).toMatchObject({
        payload: { cut: true, raw: [expect.objectContaining({ type: 'tool_result' })] },
      });
    }
  });

  it('selecting a row loses no event of a run whose process is then killed', async () => {
    const events = guardedRun(root);
    writeFileSync(journal, lines(events.slice(0, 4)));
    const session = new TraceSession({ journal, owner: 'this-window', control, post: () => undefined });
    await session.readJournal();
    session.events(events.slice(4, 6));
    appendFileSync(journal, lines(events.slice(4)));
    const last = session.trace.bySeq.get(6) ?? -1;
    await session.receive({ type: 'payload', row: last });
    await session.readJournal();
    expect(session.trace.lastSeq).toBe(events.length);
  });

  it('ignores missing rows and invalid messages', async () => {
    const session = await openSaved(guardedRun(root));
    for (const message of [undefined, null, 5, {}, { type: 'payload', row: 'x' }, { type: 'openSource', row: 9999 }]) {
      await session.receive(message as never);
    }
    expect([...calls, ...posted]).toEqual([]);
  });
});
