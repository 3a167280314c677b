/** Repeated occurrences of a problem are related information of one diagnostic, also in editors other than VS Code. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Diagnostic, Hover, Range } from 'vscode-languageserver-protocol';
import { Editor, uriOf } from './language-server-client.ts';

let folder: string;
let editor: Editor | undefined;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sw-related-')));
});
afterEach(() => {
  editor?.child.kill('SIGKILL');
  editor = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const BODY = `Read \`references/gide.md\` first.

Follow [the guide](references/gide.md) to the end.

When in doubt, read \`references/gide.md\` again.
`;

/** Opens the SKILL.md of a skill with this body in an editor. */
async function openSkill(body: string, related = true): Promise<{ server: Editor; path: string }> {
  const text = `---\nname: notes\ndescription: Sorts notes. Use it for notes.\n---\n\n${body}`;
  for (const [file, content] of [
    ['notes/SKILL.md', text],
    ['notes/references/guide.md', '# Guide\n'],
    ['notes/manual/setup.md', '# Setup\n'],
    ['notes/manual/usage.md', '# Usage\n'],
  ] as const) {
    const full = join(folder, file);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, content);
  }
  const server = await Editor.start({
    folders: [folder],
    related,
    textDocument: { hover: { contentFormat: ['markdown'] } },
  });
  editor = server;
  const path = join(folder, 'notes/SKILL.md');
  await server.open(path, text);
  return { server, path };
}

/** Returns the `reference.missing` diagnostics of a document. */
async function diagnostics(server: Editor, path: string): Promise<readonly Diagnostic[]> {
  const report = await server.pull(path);
  if (report.kind !== 'full') throw new Error('expected a full report');
  return report.items.filter(({ code }) => code === 'reference.missing');
}

/** Returns the ranges of all related positions of the only diagnostic. */
async function relatedRanges(server: Editor, path: string): Promise<readonly Range[]> {
  const [one, ...more] = await diagnostics(server, path);
  expect(more).toEqual([]);
  return (one?.relatedInformation ?? []).map(({ location }) => {
    expect(location.uri).toBe(uriOf(path));
    return location.range;
  });
}

it('is one diagnostic with the other positions as related information', async () => {
  const { server, path } = await openSkill(BODY);
  const places = await relatedRanges(server, path);
  expect(places.map(({ start }) => start.line)).toEqual([7, 9]);
  const [one] = await diagnostics(server, path);
  expect(one?.relatedInformation?.map(({ message }) => message)).toEqual(
    Array(2).fill('Another occurrence of `references/gide.md`.'),
  );
});

it('offers, at a related position, the fix that changes all of them', async () => {
  const { server, path } = await openSkill(BODY);
  for (const range of await relatedRanges(server, path)) {
    const [fix] = await server.actions(path, range);
    expect(fix).toMatchObject({ title: 'Change to references/guide.md (3 places)', isPreferred: true });
  }
  const [, last] = await relatedRanges(server, path);
  const [fix] = last ? await server.actions(path, last) : [];
  await server.apply(fix?.edit);
  expect(server.text(path)).toContain(BODY.replaceAll('gide', 'guide'));
  expect(await diagnostics(server, path)).toEqual([]);
});

it('shows the problem in the hover at a related position; at the first, the diagnostic shows it', async () => {
  const { server, path } = await openSkill(BODY);
  const [one] = await diagnostics(server, path);
  const [other] = await relatedRanges(server, path);
  const hover = async (position = one?.range.start): Promise<string> =>
    JSON.stringify(
      await server.request<Hover | null>('textDocument/hover', { textDocument: { uri: uriOf(path) }, position }),
    );
  expect(await hover()).not.toContain('first on line');
  expect(await hover(other?.start)).toMatch(/`references\/gide\.md`.+reference\.missing\.md\), first on line 6/);
});

it('suppresses only the position for which a comment is requested', async () => {
  const { server, path } = await openSkill(BODY);
  const [, last] = await relatedRanges(server, path);
  const actions = last ? await server.actions(path, last) : [];
  await server.apply(actions.find(({ title }) => title === 'Suppress reference.missing on this line')?.edit);
  expect((await relatedRanges(server, path)).map(({ start }) => start.line)).toEqual([7]);
});

it('is one diagnostic for a missing folder, whose fix renames it everywhere', async () => {
  const { server, path } = await openSkill(
    `Read \`manuals/setup.md\`.\n\nThen [the use](manuals/usage.md), and [the setup](manuals/setup.md).\n`,
  );
  const places = await relatedRanges(server, path);
  expect(places).toHaveLength(2);
  const [first] = places;
  const [fix] = first ? await server.actions(path, first) : [];
  expect(fix?.title).toBe('Change manuals/ to manual/ (3 places)');
  await server.apply(fix?.edit);
  expect(server.text(path)).not.toContain('manuals/');
  expect(await diagnostics(server, path)).toEqual([]);
});

it('lists the lines in the message for an editor without related information', async () => {
  const { server, path } = await openSkill(BODY, false);
  const [one] = await diagnostics(server, path);
  expect(one).not.toHaveProperty('relatedInformation');
  expect(one?.message).toMatch(/ Also on lines 8, 10\.$/);
});
