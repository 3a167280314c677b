/**
 * Times the tools of `skillwright mcp` on real skills: `npm run bench:mcp [-- --skills N] [--bin ID=PATH …]`. Needs a build. Each
 * call is made four times; the last three are warm. Fails if more than one warm call in twenty takes more than 50 ms of processor
 * time. With `--bin`, a scripted model calls every tool in the installed client instead, and each must answer.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { diskFiles } from '../skill/disk.ts';
import { findSkills, readSkill, relative } from '../skill/index.ts';
import { clientsOf } from './clients/real-clients.ts';
import { TOOLS, toolsAnswered } from './mcp-clients.ts';
import { sharedFolder } from './shared-folder.ts';

const CLI = join(import.meta.dirname, '../dist/cli.mjs');
const LIMIT = 50;
/** Milliseconds in a unit of `/proc/PID/stat`. */
const TICK = 10;

interface Timing {
  readonly tool: string;
  /** Milliseconds. */
  readonly wall: number;
  readonly processor: number;
}

const { values } = parseArgs({
  options: { skills: { type: 'string', default: '8' }, bin: { type: 'string', multiple: true, default: [] } },
});
const cold: Timing[] = [];
const warm: Timing[] = [];
if (values.bin.length > 0) await callInClients();
else await timeCorpus();

/** Calls every tool in each named client. */
async function callInClients(): Promise<void> {
  for (const { client, bin } of clientsOf(values.bin)) {
    const answered = await toolsAnswered(client, bin, CLI);
    const missing = TOOLS.filter((tool) => answered?.includes(tool) === false);
    console.log(
      answered === undefined
        ? `${client.id}: it is not known how to add a server`
        : `${client.id}: ${answered.length} of ${TOOLS.length} tools answered${missing.length === 0 ? '' : `, not ${missing.join(', ')}`}`,
    );
    if (missing.length > 0) process.exitCode = 1;
  }
}

/** Times the calls for skills of all repositories of the corpus. */
async function timeCorpus(): Promise<void> {
  const corpus = sharedFolder('corpus');
  for (const entry of readdirSync(corpus, { withFileTypes: true }))
    if (entry.isDirectory()) await timeRepository(join(corpus, entry.name), Number(values.skills));
  for (const [what, timings] of Object.entries({ first: cold, warm }))
    for (const tool of new Set(timings.map((one) => one.tool)))
      print(
        what,
        timings.filter((one) => one.tool === tool),
      );
  const slow = warm.filter(({ processor }) => processor > LIMIT).length;
  console.log(`${slow} of ${warm.length} warm calls took more than ${LIMIT} ms of processor time.`);
  process.exitCode = slow > warm.length / 20 ? 1 : 0;
}

/** Times the calls for some skills of a repository. */
async function timeRepository(root: string, count: number): Promise<void> {
  const fs = diskFiles();
  const manifests = findSkills(fs, root);
  const step = Math.max(1, Math.floor(manifests.length / count));
  const transport = new StdioClientTransport({ command: process.execPath, args: [CLI, 'mcp', '--root', root] });
  const client = new Client({ name: 'bench', version: '1' }, { capabilities: {} });
  await client.connect(transport);
  for (const manifest of manifests.filter((_, index) => index % step === 0).slice(0, count)) {
    const skill = relative(root, dirname(manifest));
    const read = readSkill(fs, manifest);
    const path = (read.kind === 'skill' ? read.skill.manifest.references[0]?.path : undefined) ?? 'references/guide.md';
    for (const [tool, args] of [
      ['check_skills', { path: skill }],
      ['explain_path', { skill, path }],
      ['preview_skill', { skill, client: 'claude-code' }],
    ] as const)
      for (let round = 0; round < 4; round++) {
        const [begin, used] = [performance.now(), processorTime(transport.pid)];
        await client.callTool({ name: tool, arguments: args });
        const timing = { tool, wall: performance.now() - begin, processor: processorTime(transport.pid) - used };
        (round === 0 ? cold : warm).push(timing);
      }
  }
  await client.close();
}

/** Returns the processor time of a process in milliseconds; 0 where the system does not tell. */
function processorTime(pid: number | null): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK;
  } catch {
    return 0;
  }
}

function print(what: string, timings: readonly Timing[]): void {
  const at = (share: number, of: 'wall' | 'processor'): string => {
    const sorted = timings.map((one) => one[of]).sort((a, b) => a - b);
    return (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  };
  const row = (of: 'wall' | 'processor'): string => `median ${at(0.5, of)}, 95 % ${at(0.95, of)}, most ${at(1, of)} ms`;
  console.log(`${timings[0]?.tool} ${what} (${timings.length}): processor ${row('processor')}; wall ${row('wall')}`);
}
