/** Plays the calls of the probes in an installed client and in ours, and compares them. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLIENTS } from '../../skill/index.ts';
import { type Comparison, compare, normalize } from './compare.ts';
import { readConversation } from './conversation.ts';
import { makeFixture } from './fixture.ts';
import { type Played, playOurs } from './our-client.ts';
import { probesFor } from './probes.ts';
import { type RealClient, runRealClient } from './real-clients.ts';
import { startScriptedServer } from './scripted-server.ts';

const OUT = join(import.meta.dirname, '../../.cache/clients');

/** The place in which the probe skills are installed. */
export type Scope = 'user' | 'project';

export type ComparedCalls =
  | (Comparison & { readonly kind: 'compared'; readonly code: number | null })
  /** The client called no model; `output` is the end of what it printed. */
  | { readonly kind: 'silent'; readonly code: number | null; readonly output: string };

/** Compares the calls. Both sides are written to `.cache/clients/`. Throws if the client has no behavior. */
export async function compareCalls(client: RealClient, bin: string, scope: Scope): Promise<ComparedCalls> {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-clients-'));
  try {
    return await compareIn(root, client, bin, scope);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function compareIn(root: string, client: RealClient, bin: string, scope: Scope): Promise<ComparedCalls> {
  const profile = CLIENTS.find(({ behaviors }) => behaviors.some(({ id }) => id === client.id));
  const behavior = profile?.behaviors.find(({ id }) => id === client.id);
  if (profile === undefined || behavior === undefined) throw new Error(`${client.id} has no behavior.`);
  const folder = client.folders[scope];
  const fixture = makeFixture(root, {
    user: scope === 'user' ? [folder] : [],
    project: scope === 'project' ? [folder] : [],
  });
  const { home, workspace } = fixture;
  const paths = { workspace, home, skill: join(scope === 'user' ? home : workspace, folder, 'tally-lines') };
  const probes = probesFor(behavior, paths);
  const server = await startScriptedServer(probes);
  const { code, output } = await runRealClient(client, bin, fixture, server.url);
  server.close();
  const sent = readConversation(server.requests);
  mkdirSync(OUT, { recursive: true });
  writeFileSync(
    join(OUT, `${client.id}-${scope}.request.json`),
    JSON.stringify(server.requests.at(-1) ?? null, null, 1),
  );
  writeFileSync(join(OUT, `${client.id}-${scope}.output.txt`), output);
  if (sent === undefined) return { kind: 'silent', code, output: output.slice(-2000) };
  const real: Played = { probes, paths, sent };
  const ours = await playOurs(profile, behavior, fixture, scope);
  for (const [side, played] of [
    ['real', real],
    ['ours', ours],
  ] as const)
    writeFileSync(join(OUT, `${client.id}-${scope}.${side}.txt`), transcript(played));
  return { kind: 'compared', code, ...compare(real, ours) };
}

function transcript({ probes, paths, sent }: Played): string {
  const opening = sent.opening.map(({ role, text }) => `=== ${role}\n${normalize(text, paths)}`);
  const answers = probes.map(({ label, tool, args }, index) => {
    const { text = '(not answered)', messages = [] } = sent.answers[index] ?? {};
    return `=== ${label}: ${tool} ${JSON.stringify(args)}\n${normalize([text, ...messages].join('\n[message] '), paths)}`;
  });
  return [...opening, ...sent.tools.map((tool) => JSON.stringify(tool)), ...answers].join('\n\n');
}
