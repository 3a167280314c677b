/** A benchmark over the collection of real skills, divided among workers. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { layOutCorpus } from './corpus/quality-corpus.ts';
import { inWorker } from './in-worker.ts';

/** The part of the collection for one worker. */
export interface CorpusPart {
  /** The repositories. */
  readonly folders: readonly string[];
  /** One in this many skills or references is measured. */
  readonly every: number;
  readonly worker: number;
  readonly workers: number;
}

/**
 * Returns the results of a benchmark's workers, with `--every N` (1) and `--workers N` (2) of the command line.
 * `program` is the `import.meta.url` of the benchmark. Undefined, with a message, if there is no collection.
 */
export async function corpusParts<Result>(program: string): Promise<readonly Result[] | undefined> {
  const { values } = parseArgs({
    options: { every: { type: 'string', default: '1' }, workers: { type: 'string', default: '2' } },
  });
  const corpus = layOutCorpus();
  if (corpus === undefined) {
    console.log('This needs the collection of real skills (../shared/corpus), which is not here.');
    return undefined;
  }
  const [every, workers] = [Number(values.every), Number(values.workers)];
  const folders = corpus.repositories.map((slug) => join(corpus.folder, slug));
  return Promise.all(
    Array.from({ length: workers }, (_, worker) =>
      inWorker<CorpusPart, Result>(program, { folders, every, worker, workers }),
    ),
  );
}
