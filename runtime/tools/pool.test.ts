import { describe, expect, test } from 'vitest';
import { manifest, skillOnDisk } from '../../test/equipment/runtime/folders.ts';
import { SessionState } from '../loop/interfaces/state.ts';
import type { Prepared, StepContext, Tool } from '../loop/interfaces/tools.ts';
import type { LoopOptions } from '../loop/loop-options.ts';
import { activeSkillsKey } from '../toolset/load-skill.ts';
import { createSkillSource } from '../toolset/skill-source.ts';
import { agentToolset } from './assembly/agent-toolset.ts';
import type { RunShared } from './run-shared.ts';
import type { ToolListing } from './source.ts';

const tool = (name: string): Tool => ({
  name,
  description: '',
  inputSchema: {},
  execute: () => ({ kind: 'result', value: name }),
});
const adds = (...names: string[]) =>
  skillOnDisk('adds', { 'SKILL.md': manifest('adds', 'x', `metadata:\n  adk_additional_tools: [${names}]\n`) });

/** Creates an agent whose tools and pool come from already opened sources, named like modules. */
function agentWith(
  sources: Readonly<Record<string, () => ToolListing | Promise<ToolListing>>>,
  lists: { tools?: string[]; pool?: string[] },
  requested: string[],
) {
  const opened = new Map(
    Object.entries(sources).map(([name, list]) => [`module /${name}`, { name, list: async () => list() }]),
  );
  const entry = (name: string) => ({ kind: 'module' as const, written: name, file: `/${name}` });
  const source = createSkillSource({ skills: [adds(...requested)] });
  const shared: RunShared = {
    loop: {} as LoopOptions,
    scopeFor: () => {
      throw new Error('no loop runs here');
    },
    guards: 'default',
    guardSettings: {},
    skills: source,
    team: new Map(),
    trusted: true,
    sources: opened,
    consents: new Map(),
    note: () => undefined,
    registerSecret: () => undefined,
  };
  const toolset = agentToolset({
    agent: {
      name: 'a',
      instruction: '',
      tools: (lists.tools ?? []).map(entry),
      additionalTools: (lists.pool ?? []).map(entry),
    },
    shared,
    skills: source,
    chain: ['a'],
  });
  const state = new SessionState();
  const step: StepContext = {
    agent: 'a',
    invocation: 'inv',
    state,
    messages: [],
    requestCredential: () => new Promise(() => undefined),
  };
  return {
    load: () => state.set(activeSkillsKey('a'), ['adds']),
    prepare: async (agent = 'a'): Promise<{ names: string[]; prepared: Prepared }> => {
      const prepared = await toolset.prepare({ ...step, agent });
      return { prepared, names: prepared.tools.map((one) => one.name).filter((name) => !CORE.has(name)) };
    },
  };
}
const CORE = new Set(['list_skills', 'load_skill', 'load_skill_resource', 'run_skill_script']);
const of =
  (...names: string[]) =>
  (): ToolListing => ({ tools: names.map(tool) });

describe('the pool', () => {
  test('[73] [74] is listed before every model call, but only after a loaded skill requests a tool', async () => {
    let listings = 0;
    const { prepare, load } = agentWith(
      { pool: () => ({ tools: [tool(`t${++listings}`), tool('wanted')] }) },
      { pool: ['pool'] },
      ['wanted', 't3'],
    );
    expect([(await prepare()).names, listings]).toEqual([[], 0]);
    load();
    expect((await prepare()).names).toEqual(['wanted']);
    expect((await prepare()).names).toEqual(['wanted']);
    expect((await prepare()).names).toEqual(['wanted', 't3']);
  });

  test('[75] combines several sources, and offers a duplicate name or an already offered tool only once', async () => {
    const { prepare, load } = agentWith(
      { one: of('x', 'y'), two: of('y', 'z'), own: of('z') },
      { tools: ['own'], pool: ['one', 'two'] },
      ['x', 'y', 'z'],
    );
    load();
    expect((await prepare()).names.sort()).toEqual(['x', 'y', 'z']);
  });

  test('[76] reports a missing name as unresolved, but not a tool that the agent already has', async () => {
    const { prepare, load } = agentWith({ one: of('x'), own: of('z') }, { tools: ['own'], pool: ['one'] }, [
      'nope',
      'z',
      'load_skill',
    ]);
    load();
    expect((await prepare()).prepared.unresolved).toEqual(['nope']);
  });

  test('[77] skips a tool with the name of a skill tool, with a single note', async () => {
    const { prepare, load } = agentWith(
      { one: of('load_skill', 'x'), own: of('list_skills') },
      { tools: ['own'], pool: ['one'] },
      ['load_skill', 'x'],
    );
    load();
    const { names, prepared } = await prepare();
    expect(names).toEqual(['x']);
    expect(prepared.tools.filter((one) => one.name === 'load_skill')).toHaveLength(1);
    expect([...(prepared.notes ?? [])].sort()).toEqual([
      "The pool's tool 'load_skill' is skipped: it has the name of a skill tool.",
      "The tool 'list_skills' is skipped: another tool has the same name.",
    ]);
    expect((await prepare()).prepared.notes).toEqual([]);
  });

  test('[78] skips a source that fails to list, with a note, and offers the others', async () => {
    const broken = (): ToolListing => {
      throw new Error('no list today');
    };
    const { prepare, load } = agentWith(
      { broken, one: of('x'), own: of('z') },
      { tools: ['broken', 'own'], pool: ['broken', 'one'] },
      ['x'],
    );
    load();
    const { names, prepared } = await prepare();
    expect(names.sort()).toEqual(['x', 'z']);
    expect(prepared.notes).toEqual(['broken: no tools: no list today']);
  });

  test('[79] adds nothing for a skill that another agent loaded', async () => {
    const { prepare, load } = agentWith({ one: of('x') }, { pool: ['one'] }, ['x']);
    load();
    expect((await prepare('other')).names).toEqual([]);
  });
});
