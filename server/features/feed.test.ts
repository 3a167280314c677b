import { afterEach, expect, it, vi } from 'vitest';
import { memoryFiles } from '../../skill/index.ts';
import { sessionOf } from '../../test/equipment/server/server.ts';
import { Workspace } from '../workspace/workspace.ts';
import { Feed } from './feed.ts';
import type { Session } from './session.ts';

afterEach(() => vi.restoreAllMocks());

const SKILL =
  '---\nname: NAME\ndescription: Sorts notes. Use it for notes.\n---\n\n# Notes\n\nRead `references/gone.md`.\n';

/** Returns a session of the skills `a`, `b`, … each of which has one finding. */
function sessionWith(...names: readonly string[]): Session {
  const files = names.map((name) => [manifest(name), SKILL.replace('NAME', name)]);
  const workspace = new Workspace(memoryFiles(Object.fromEntries(files)), (code, _document, error) => {
    throw new Error(`rule ${code} threw`, { cause: error });
  });
  workspace.setFolders(['/work']);
  return sessionOf(workspace);
}

const manifest = (name: string): string => `/work/${name}/SKILL.md`;

function open({ buffers }: Session, name: string): void {
  buffers.open(`file://${manifest(name)}`, 'skill', 1, SKILL.replace('NAME', name));
}

/** Makes every look at the clock find `ms` more, so that the length of slices does not depend on the machine. */
function advanceAtEachLook(ms: number): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += ms;
    return now;
  });
}

/** Collects the names of the skills in each message. */
function collect(session: Session, onSend: () => void = () => {}): { readonly feed: Feed; readonly sent: string[] } {
  const sent: string[] = [];
  const feed = new Feed(session, new Map(), (items) => {
    sent.push(items.map(({ path }) => path.split('/')[2]).join(' '));
    onSend();
  });
  return { feed, sent };
}

it('sends open documents first', async () => {
  advanceAtEachLook(1_000);
  const session = sessionWith('a', 'b', 'c');
  open(session, 'c');
  const { feed, sent } = collect(session);
  feed.update({ kind: 'all' }, 0);
  await feed.flush();
  expect(sent).toEqual(['c', 'a', 'b']);
});

it('sends a document that is opened meanwhile before those that remain', async () => {
  advanceAtEachLook(1_000);
  const session = sessionWith('a', 'b', 'c', 'd');
  const { feed, sent } = collect(session, () => open(session, 'd'));
  feed.update({ kind: 'all' }, 0);
  await feed.flush();
  expect(sent).toEqual(['a', 'd', 'b', 'c']);
});

it('sends a change immediately while other documents wait', async () => {
  advanceAtEachLook(1_000);
  const session = sessionWith('a', 'b', 'c');
  open(session, 'a');
  const { feed, sent } = collect(session, () => {
    if (sent.length > 1) return;
    session.buffers.change('file:///work/a/SKILL.md', 2, [
      { text: `${SKILL.replace('NAME', 'a')}Read \`references/lost.md\`.\n` },
    ]);
    feed.update(session.workspace.textChanged(manifest('a'), false), 0);
    void feed.flush();
  });
  feed.update({ kind: 'all' }, 0);
  await feed.flush();
  expect(sent).toEqual(['a', 'b', 'c']);
});

it('sends the first findings immediately, and collects later ones of documents that are not open', async () => {
  // Each slice has one document; a message is due after two of them.
  advanceAtEachLook(20);
  const session = sessionWith('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
  const { feed, sent } = collect(session);
  feed.update({ kind: 'all' }, 0);
  await feed.flush();
  expect(sent).toEqual(['a', 'b c', 'd e', 'f g', 'h']);
});
