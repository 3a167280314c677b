/**
 * A second thread of `check`. Small on purpose: only what is loaded after this keeps its compiled code. It is started while
 * the first thread still looks for skills, and loads all it needs meanwhile.
 */
import module from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

const { compiled } = workerData as { readonly compiled: string | undefined };
if (compiled !== undefined) module.enableCompileCache(compiled);
const { work } = await import('./work.ts');
parentPort?.once('message', (job) => work(parentPort, job));
