/** Compares the list of skills that an installed client sends to its model with the text of its catalog. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskFiles } from '../../skill/disk.ts';
import { CLIENTS, catalogOf } from '../../skill/index.ts';
import { readConversation } from './conversation.ts';
import { inRoot, makeHome, type ProbeHome } from './homes.ts';
import { type RealClient, runRealClient } from './real-clients.ts';
import { startScriptedServer } from './scripted-server.ts';

const OUT = join(import.meta.dirname, '../../.cache/catalog');

/** The client's own skills, which no folder has, by their names. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['dataviz'],
  'copilot-cli': ['customize-cloud-agent', 'github-pr-media'],
  'gemini-cli': ['skill-creator', 'antigravity-support'],
  opencode: ['customize-opencode'],
  'qwen-code': [
    'batch',
    'browser-use',
    'computer-use',
    'dataviz',
    'extension-creator',
    'goal-draft',
    'loop',
    'new-app',
    'qc-helper',
    'review',
    'simplify',
    'stuck',
    'workflow-authoring',
    'workflow-creator',
  ],
};

/** Returns the list in what a client sent, without its own skills. */
function sentList(client: string, text: string): string {
  const own = OWN[client] ?? [];
  if (client === 'claude-code') {
    const list = /The following skills are available[^\n]*\n\n([\s\S]*?)<\/system-reminder>/.exec(text)?.[1] ?? '';
    return (
      list
        .split('\n- dataviz')[0]
        ?.replace(/^- dataviz[\s\S]*/, '')
        .trimEnd() ?? ''
    );
  }
  if (client === 'codex') {
    const [, list = ''] = /\n(### Skill roots\n[\s\S]*?)\n(?:### How|<\/skills_instructions>)/.exec(text) ?? [];
    return list.trimEnd();
  }
  const list = /<available_skills>\n([\s\S]*?)\n?<\/available_skills>/.exec(text)?.[1] ?? '';
  const entries = list
    .split(/\n(?=\s*<skill>)/)
    .filter((entry) => !own.some((name) => new RegExp(`<name>\\s*${name}\\s*</name>`).test(entry)));
  // Copilot CLI names those that no longer fit.
  return own.reduce((rest, name) => rest.replace(`, ${name}`, ''), entries.join('\n').trimEnd());
}

/** Returns the list that a client sends with these homes and settings, and all that it sent or printed. */
export async function askClient(
  client: RealClient,
  bin: string,
  { root, home, cwd, settings }: { root: string; home: string; cwd: string; settings: object | string | undefined },
): Promise<{ readonly list: string; readonly all: string }> {
  const server = await startScriptedServer([]);
  const fixture = { root, home, workspace: cwd, skills: [] };
  const { output } = await runRealClient(client, bin, fixture, server.url, settings);
  server.close();
  const sent = readConversation(server.requests);
  const whole = sent?.opening.map(({ text }) => text).join('\n=====\n');
  if (whole === undefined) return { list: `no request\n${output}`, all: output };
  return { list: sentList(client.id, whole), all: whole };
}

/** True if the list of a client in a home is the catalog's text. Both sides are written to `.cache/catalog/`. */
export async function isSameList(client: RealClient, bin: string, home: ProbeHome): Promise<boolean> {
  mkdirSync(OUT, { recursive: true });
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-catalog-'));
  try {
    makeHome(home, root, client.id, client.folders);
    const workspace = join(root, 'workspace', home.cwd ?? '.');
    const more = home.settings?.[client.id];
    const settings: object | string | undefined = more && JSON.parse(inRoot(JSON.stringify(more), root));
    const inHome = { root, home: join(root, 'home'), cwd: workspace, settings };
    const { list: real, all } = await askClient(client, bin, inHome);
    const profile = CLIENTS.find(({ id }) => id === client.id);
    if (profile === undefined) throw new Error(`${client.id} has no profile.`);
    const catalog = catalogOf(profile, { fs: diskFiles(), cwd: workspace, home: inHome.home, environment: {} });
    const ours = catalog.text ?? '';
    const isSame = real.trim() === ours.trim();
    const write = (side: string, text: string): void =>
      writeFileSync(join(OUT, `${home.id}.${client.id}.${side}.txt`), text.replaceAll(root, '<root>'));
    write('real', real);
    write('sent', all);
    write('ours', ours);
    write(
      'reasons',
      catalog.notOffered.map(({ file, reason, says, fix = '' }) => `${file}\t${reason}\t${says}\t${fix}`).join('\n'),
    );
    return isSame;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
