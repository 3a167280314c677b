/**
 * Entry of a second thread of `check`. Deliberately small: only modules loaded later use the compile cache. It starts while
 * the first thread is still searching for skills, and loads its modules meanwhile.
 */
import module from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

const { compiled } = workerData as { readonly compiled: string | undefined };
if (compiled !== undefined) module.enableCompileCache(compiled);
const { work } = await import('./work.ts');
parentPort?.once('message', (job) => work(parentPort, job));
