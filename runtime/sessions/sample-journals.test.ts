import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isLong, sample } from '../../test/equipment/skill/long.ts';
import { storedBlob } from '../journal/blobs.ts';
import { redactorOf } from '../journal/redact.ts';
import type { Json } from '../protocol/events.ts';
import { REQUEST_PARTS, type RequestContent } from '../protocol/requests.ts';
import { importSession } from './import-session.ts';
import { SentContents, withoutSent } from './log/sent-parts.ts';
import type { SessionEvent } from './log/session-event.ts';
import { writeSessionJournal } from './session-journal.ts';

/** Real sessions, which are not part of the product. */
const SAMPLES = join(import.meta.dirname, '../../../shared/sessions');
const FILES = existsSync(SAMPLES)
  ? readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' })
      .map((name) => join(SAMPLES, name))
      .filter((path) => statSync(path).isFile())
  : [];

/** Returns true if a recorded value is the given one, or the reference to the file next to the journal that has it. */
function isSame(recorded: unknown, value: unknown, folder: string): boolean {
  if (JSON.stringify(recorded) === JSON.stringify(value)) return true;
  if (typeof recorded !== 'object' || recorded === null || typeof value === 'undefined') return false;
  if ('blob' in recorded) {
    const { name, reference } = storedBlob(value as Json);
    const isStored = JSON.stringify(recorded) === JSON.stringify(reference);
    return isStored && readFileSync(join(folder, name), 'utf8') === JSON.stringify(value);
  }
  const [left, right] = [recorded, value as object].map((one) => Object.entries(one));
  return (
    left?.length === right?.length &&
    left?.every(([key, one], index) => key === right?.[index]?.[0] && isSame(one, right[index][1], folder)) === true
  );
}

/** Returns an event of an import with a reference to the content of its request, as the journal has it. */
function asStored(event: SessionEvent, content: RequestContent | undefined): SessionEvent {
  if (content === undefined) return event;
  const parts = REQUEST_PARTS.flatMap((part) => {
    const value = content[part];
    return value === undefined ? [] : [[part, storedBlob(value as Json).reference] as const];
  });
  const request = storedBlob({ version: 1, ...Object.fromEntries(parts) }).reference;
  return { ...withoutSent(event), request } as unknown as SessionEvent;
}

it.skipIf(FILES.length === 0)(
  'the journals of real sessions have exactly the events of their import, and no other files',
  { timeout: 120_000 },
  async () => {
    const journals = mkdtempSync(join(tmpdir(), 'skillwright-sample-journals-'));
    onTestFinished(() => rmSync(journals, { recursive: true, force: true }));
    let compared = 0;
    for (const file of sample(FILES, 4)) {
      const redactor = redactorOf([]);
      const result = await writeSessionJournal({ file, journals, skills: [], redactor });
      if (result.kind === 'refused' || result.journal === file) continue;
      const events: SessionEvent[] = [];
      await importSession(file, { redactor, skills: [], estimatesCosts: true, emit: (event) => events.push(event) });
      const folder = dirname(result.journal);
      const lines = readFileSync(result.journal, 'utf8').trimEnd().split('\n');
      expect([file, lines.length]).toEqual([file, events.length]);
      const contents = new SentContents();
      for (const [index, event] of events.entries()) events[index] = asStored(event, contents.add(event));
      for (const [index, line] of lines.entries())
        if (!isSame(JSON.parse(line), JSON.parse(JSON.stringify(events[index])), folder))
          expect([file, line]).toEqual([file, JSON.stringify(events[index])]);
      const others = readdirSync(folder).filter(
        (name) => !/^(?:journal\.jsonl|subagents\.json|blob-[0-9a-f]{32}\.json)$/.test(name),
      );
      expect([file, others]).toEqual([file, []]);
      compared++;
    }
    expect(compared).toBeGreaterThan(isLong ? 40 : 10);
  },
);
