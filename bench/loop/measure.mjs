/**
 * One measurement in a separate process: `node measure.mjs ADAPTER STEPS MODULES`. The adapter's default export runs
 * an agent for that many steps, each one call of an instant model and one tool call with a short result. Prints the
 * milliseconds of all steps (and of the processors), without loading and a first run of 20 steps, and the peak
 * resident memory.
 */
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';

const [adapter = '', steps = '200', modules = ''] = process.argv.slice(2);
const { default: open } = await import(pathToFileURL(adapter).href);
const run = await open(modules);
await run(20);
const count = Number(steps);
const began = performance.now();
const busy = process.cpuUsage();
const calls = await run(count);
const ms = performance.now() - began;
if (calls !== count) throw new Error(`${adapter}: ${calls} tool calls instead of ${count}`);
const { user, system } = process.cpuUsage(busy);
console.log(JSON.stringify({ ms, cpu: (user + system) / 1000, rss: process.resourceUsage().maxRSS * 1024 }));
process.exit(0);
