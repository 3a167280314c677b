/** Processor time during a measurement, by process and kind of thread. Linux only; empty elsewhere. */
import { readdirSync, readFileSync } from 'node:fs';

interface Thread {
  /** The common name. */
  readonly name: string;
  /** Milliseconds on a processor, and ready to run while others used it. */
  readonly ran: number;
  readonly waited: number;
}

/** Milliseconds of a processor for each second, by name. */
export type Shares = ReadonlyMap<string, { readonly ran: number; readonly waited: number }>;

/** Starts to watch this process and its descendants. @returns a function that stops, and returns the result */
export function watchProcessors(): () => Shares {
  const before = threads();
  const from = performance.now();
  return () => {
    const seconds = (performance.now() - from) / 1000;
    const shares = new Map<string, { ran: number; waited: number }>();
    for (const [id, { name, ran, waited }] of threads()) {
      const share = shares.get(name) ?? { ran: 0, waited: 0 };
      share.ran += (ran - (before.get(id)?.ran ?? 0)) / seconds;
      share.waited += (waited - (before.get(id)?.waited ?? 0)) / seconds;
      shares.set(name, share);
    }
    return shares;
  };
}

/** Formats the result in one line: the most expensive first, and the sum. */
export function describeShares(shares: Shares): string {
  const sum = [...shares.values()].reduce((all, { ran }) => all + ran, 0);
  const parts = [...shares]
    .filter(([, { ran }]) => ran >= 10)
    .sort(([, one], [, other]) => other.ran - one.ran)
    .map(([name, { ran, waited }]) => `${name} ${ran.toFixed(0)} (waits ${waited.toFixed(0)})`);
  return `ms of processors a second ${sum.toFixed(0)}: ${parts.join(', ')}`;
}

function threads(): ReadonlyMap<string, Thread> {
  const found = new Map<string, Thread>();
  for (const pid of descendantsOf(process.pid)) {
    const process = nameOf(pid);
    for (const tid of list(`/proc/${pid}/task`)) {
      const stat = read(`/proc/${pid}/task/${tid}/stat`);
      const [ran = 0, waited = 0] = read(`/proc/${pid}/task/${tid}/schedstat`).split(' ').map(Number);
      const thread = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      found.set(`${pid} ${tid}`, { name: partOf(process, thread), ran: ran / 1e6, waited: waited / 1e6 });
    }
  }
  return found;
}

function descendantsOf(root: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of list('/proc')) {
    const stat = read(`/proc/${Number(name)}/stat`);
    if (stat !== '') parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const isBelow = (pid: number): boolean => pid === root || (pid > 1 && isBelow(parents.get(pid) ?? 0));
  return [...parents.keys()].filter(isBelow);
}

function nameOf(pid: number): string {
  const words = read(`/proc/${pid}/cmdline`);
  if (pid === process.pid) return 'bench';
  if (words.includes('bootstrap-fork')) return words.includes('extensionHost') ? 'extension host' : 'VS Code’s other';
  const type = /--type=([\w-]+)/.exec(words)?.[1];
  if (type === 'utility') return 'network';
  if (type === 'gpu-process') return 'display';
  return type ?? (words.includes('chrom') ? 'browser' : 'VS Code’s server');
}

/** Splits a page's process by thread, because its threads do different work. */
function partOf(process: string, thread: string): string {
  if (process !== 'renderer') return process;
  if (thread.startsWith('ThreadPool')) return 'raster';
  if (thread.startsWith('Compositor')) return 'compositor';
  return thread.startsWith('chrom') ? 'page' : 'page’s other threads';
}

/** Returns the numeric names in a folder; none if it is missing, as processes exit and only Linux has this data. */
function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
