import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../../../skill/index.ts';
import type { Call } from './simulated-action.ts';
import { isSearch, searchesFor, selectPath } from './simulated-search.ts';

const BEHAVIORS = CLIENTS.flatMap(({ behaviors }) => behaviors);

const answered = ({ tool, args }: Call, text: string) => ({ tool, args, text, value: {}, errorCode: undefined });

describe.each(BEHAVIORS.map((client) => [client.id, client] as const))('%s', (_, client) => {
  const folder = '/home/skills/demo';
  const searches = searchesFor(client, 'references/user_guide.md', folder);

  it('lists the folder first, then searches by name, with the tools of the client', () => {
    const tools = [client.shell.tool, ...client.fileTools.map(({ tool }) => tool)];
    for (const call of searches) {
      expect(tools).toContain(call.tool);
      expect(isSearch(client, answered(call, ''))).toBe(true);
    }
    expect(JSON.stringify(searches[0]?.args)).toContain(`${folder}/references`);
    expect(JSON.stringify(searches.at(-1)?.args)).toContain('find ~ -name user_guide.md');
  });

  it('chooses a listed file with a similar name, and a found file with the same path', () => {
    const [list, last] = [searches[0], searches.at(-1)];
    if (list === undefined || last === undefined) throw new Error('no searches');
    const found = (call: Call, text: string) => selectPath(client, answered(call, text), 'references/user_guide.md');
    expect(found(list, 'guide.md\nlayout.md')).toBe(`${folder}/references/guide.md`);
    expect(found(list, '- guide.md (12 bytes)\n- user_guide.md (9 bytes)')).toBe(`${folder}/references/user_guide.md`);
    expect(found(list, 'guide.py\nlayout.md')).toBeUndefined();
    expect(found(last, '/w/references/user_guide.md\n')).toBe('/w/references/user_guide.md');
    expect(found(last, '/w/other/user_guide.md\n')).toBeUndefined();
  });
});
