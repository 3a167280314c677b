import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import type { CatalogsShown } from '../protocol/catalog.ts';
import { showCatalogs } from './show-catalogs.ts';

const skill = (name: string, ...more: readonly string[]): string =>
  ['---', `name: ${name}`, `description: Does what ${name} does.`, ...more, '---', '', 'Body.', ''].join('\n');

function machine(files: Readonly<Record<string, string>>): { readonly home: string; readonly site: string } {
  const home = temporaryFolder();
  vi.stubEnv('HOME', home);
  vi.stubEnv('USERPROFILE', home);
  const site = writeFiles(join(home, 'site'), { '.git/HEAD': '', ...files });
  return { home, site };
}

const show = (cwd: string, focus?: string): Promise<CatalogsShown> =>
  showCatalogs(
    focus === undefined ? { cwd } : { cwd, focus },
    {},
    (text) => text.replaceAll('hush', '[redacted]'),
    new AbortController().signal,
    () => undefined,
  );

/** The text of the page of a client, without markup. */
const textOf = ({ pages }: CatalogsShown, id: string): string =>
  (pages.find(({ client }) => client === id)?.page ?? '')
    .replace(/^[\s\S]*<body>|<script>[\s\S]*/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

it('shows per client the list, the share of each skill, and what is not offered', async () => {
  const { site } = machine({
    '.claude/skills/near/SKILL.md': skill('near'),
    '.claude/skills/group/far/SKILL.md': skill('far'),
  });
  const shown = await show(site);
  const claude = textOf(shown, 'claude-code');
  expect(claude).toMatch(/What clients see in ~\/site/);
  expect(claude).toMatch(/What the model gets - near: Does what near does\. Offered/);
  expect(claude).toMatch(/near \.claude\/skills\/near\/SKILL\.md 29 2 %/);
  expect(claude).toMatch(/Not offered \(1\) \.claude\/skills\/group\/far\/SKILL\.md too-deep/);
  expect(claude).toMatch(/Move the folder far to ~\/site\/\.claude\/skills/);
  expect(textOf(shown, 'codex')).toMatch(/No skill is where Codex looks/);
  expect(shown.pages.map(({ client }) => client)).not.toContain('adk');
});

it('links to each skill, offered or not, by its absolute path', async () => {
  const { site } = machine({
    '.claude/skills/near/SKILL.md': skill('near'),
    '.claude/skills/group/far/SKILL.md': skill('far'),
  });
  const { targets, pages } = await show(site);
  const page = pages.find(({ client }) => client === 'claude-code')?.page ?? '';
  const linked = [...page.matchAll(/whatClientsSee\.(open|fix)\?%5B(\d+)%5D/g)].map(([, what, number]) => [
    what,
    targets[Number(number)],
  ]);
  const far = { file: `${site}/.claude/skills/group/far/SKILL.md`, reason: 'too-deep' };
  expect(linked).toEqual([
    ['open', { file: `${site}/.claude/skills/near/SKILL.md` }],
    ['open', far],
    ['fix', far],
  ]);
});

it('shows the state of one skill in each client first, also where no client looks', async () => {
  const { site } = machine({
    '.claude/skills/group/far/SKILL.md': skill('far'),
    '.claude/skills/near/SKILL.md': skill('near'),
    'skills/elsewhere/SKILL.md': skill('elsewhere'),
    '.codex/skills/own/SKILL.md': skill('own'),
  });
  symlinkSync('../../.claude/skills/near', join(site, '.codex/skills/near'));
  const far = textOf(await show(site, `${site}/.claude/skills/group/far/SKILL.md`), 'claude-code');
  expect(far).toMatch(/far Offered by 3 of 9 clients\./);
  expect(far).toMatch(/Claude Code not offered: too-deep/);
  expect(far).toMatch(/Claude Code does not offer this skill too-deep group\/far is 2 folders deep/);
  expect(far).toMatch(/opencode offered/);
  expect(far).toMatch(/Gemini CLI not in its folders/);
  const near = textOf(await show(site, `${site}/.claude/skills/near/SKILL.md`), 'codex');
  expect(near).toMatch(/Codex offered/);
  const elsewhere = textOf(await show(site, `${site}/skills/elsewhere/SKILL.md`), 'claude-code');
  expect(elsewhere).toMatch(/No client offers this skill here\./);
  expect(elsewhere).toMatch(/Move or link the folder elsewhere into \.claude\/skills \./);
});

it('escapes what skills say, in pages that allow no script but their own, and redacts secrets', async () => {
  const { site } = machine({
    '.claude/skills/evil/SKILL.md': skill('evil').replace(
      'Does what evil does.',
      `'<img src=x onerror=alert(1)><a href="command:x">hush</a> id="fix-0" ${'`'}code'`,
    ),
    '.claude/skills/<b>x</b>/SKILL.md': skill('b'),
  });
  for (const { page } of (await show(site)).pages) {
    expect(page).not.toMatch(/<img|<b>|command:x"|hush/);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).toMatch(
      /default-src &#39;none&#39;|default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/,
    );
  }
});

it('names the folders and files to watch, of the home as well', async () => {
  const { home, site } = machine({ '.claude/skills/near/SKILL.md': skill('near'), '.claude/settings.json': '{}' });
  writeFiles(home, { '.codex/skills/own/SKILL.md': skill('own') });
  const { sources } = await show(site);
  expect(sources.folders).toEqual(expect.arrayContaining([`${site}/.claude/skills`, `${home}/.codex/skills`]));
  expect(sources.folders).not.toContain(`${home}/.claude/skills`);
  expect(sources.files).toEqual(
    expect.arrayContaining([
      `${site}/.claude/settings.json`,
      `${site}/.claude/settings.local.json`,
      `${home}/.codex/config.toml`,
    ]),
  );
});

it('tells its progress, and can be stopped between two clients', async () => {
  const { site } = machine({});
  const stop = new AbortController();
  const done: number[] = [];
  const stopped = showCatalogs(
    { cwd: site },
    {},
    (text) => text,
    stop.signal,
    (count) => {
      done.push(count);
      if (count === 2) stop.abort();
    },
  );
  await expect(stopped).rejects.toThrow();
  expect(done).toEqual([0, 1, 2]);
});
