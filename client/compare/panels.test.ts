import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ComparedRun, CompareParams, Comparison } from '../../runtime/protocol/compare.ts';
import type { ToCompareHost, ToComparePage } from '../timeline/compare/protocol.ts';
import { ComparePanels } from './panels.ts';
import type { ComparedTextEditors } from './texts.ts';

/** The panels that were opened, each with the messages that its page received. */
const opened = vi.hoisted(() => [] as { posted: unknown[]; send: (message: unknown) => void; close: () => void }[]);

vi.mock('vscode', () => {
  const createWebviewPanel = () => {
    const posted: unknown[] = [];
    const page = { posted, send: (_message: unknown): void => undefined, close: (): void => undefined };
    opened.push(page);
    return {
      visible: true,
      webview: {
        postMessage: (message: unknown) => Promise.resolve(posted.push(message)),
        asWebviewUri: String,
        onDidReceiveMessage: (listener: (message: unknown) => void) => (page.send = listener),
      },
      onDidDispose: (listener: () => void) => (page.close = listener),
      reveal: () => undefined,
      dispose: () => page.close(),
    };
  };
  return {
    window: { createWebviewPanel, registerWebviewPanelSerializer: () => ({ dispose: () => undefined }) },
    Uri: { parse: String, joinPath: String },
    ViewColumn: {},
    env: { language: 'en' },
  };
});
vi.mock('../editor/page-column.ts', () => ({ pageColumn: () => 1 }));
vi.mock('../editor/attention.ts', () => ({ revealPanel: () => undefined }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const run = (journal: string): ComparedRun =>
  ({
    journal,
    totals: { reason: 'finished' },
    prompt: 'Write a letter',
    agent: 'a',
    skills: [],
  }) as unknown as ComparedRun;

it('offers to compare again when a session has grown, and then compares its current journal', async () => {
  const compared: CompareParams[] = [];
  const shown: string[][] = [];
  let latest = '/s/1';
  const panels: ComparePanels = new ComparePanels({
    extension: {} as never,
    texts: {} as ComparedTextEditors,
    compare(params) {
      compared.push(params);
      const comparison: Comparison = { a: run(params.a), b: run(params.b), rows: [] };
      return Promise.resolve({ kind: 'compared', comparison });
    },
    names: () => Promise.resolve(new Map()),
    show: () => undefined,
    hasGrown: (journal) => Promise.resolve(journal.startsWith('/s/') && journal !== latest),
    readLatest: (journal) => Promise.resolve(journal.startsWith('/s/') ? latest : journal),
    onJournalsChanged: () => shown.push([...panels.journals]),
  });
  await panels.show({ a: '/run', b: '/s/1' });
  const [page] = opened;
  page?.send({ type: 'ready' } satisfies ToCompareHost);
  const posted = page?.posted as ToComparePage[];
  const live = () => posted.map((one) => (one.type === 'comparison' ? one.comparison.runs.b.live : one.type));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(live()).toEqual([false]);
  latest = '/s/2';
  await vi.advanceTimersByTimeAsync(20_000);
  expect(live()).toEqual([false, 'grown']);
  expect(posted[1]).toEqual({ type: 'grown', side: 'b' });
  // The page was reloaded.
  page?.send({ type: 'ready' } satisfies ToCompareHost);
  expect(live()).toEqual([false, 'grown', true]);
  page?.send({ type: 'refresh' } satisfies ToCompareHost);
  await vi.advanceTimersByTimeAsync(0);
  expect(compared).toEqual([
    { a: '/run', b: '/s/1' },
    { a: '/run', b: '/s/2' },
  ]);
  expect(live()).toEqual([false, 'grown', true, false]);
  page?.close();
  expect(shown).toEqual([['/run', '/s/1'], ['/run', '/s/2'], []]);
});
