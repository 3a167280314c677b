import { Worker } from 'node:worker_threads';

/**
 * Returns the message of the worker that runs `program` (the `import.meta.url` of a benchmark) on `part`; rejects with
 * its error.
 */
export function inWorker<Part, Result>(program: string, part: Part): Promise<Result> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(program), { workerData: part });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
