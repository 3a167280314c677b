import { Worker } from 'node:worker_threads';

/** What the worker that runs `program` (the `import.meta.url` of a bench) on `part` sends back; rejects with its error. */
export function inWorker<Part, Result>(program: string, part: Part): Promise<Result> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(program), { workerData: part });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
