/** A second thread of `check`. Small on purpose: only what is loaded after this keeps its compiled code. */
import module from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

const { compiled } = workerData as { readonly compiled: string | undefined };
if (compiled !== undefined) module.enableCompileCache(compiled);
const { work } = await import('./threads.ts');
work(parentPort, workerData);
