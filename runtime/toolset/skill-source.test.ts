import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defined, type Skill } from '../../skill/index.ts';
import { manifest, skillOnDisk } from '../../test/equipment/runtime/folders.ts';
import { APPROVES, type RunOnceOptions, runOnce } from '../../test/equipment/runtime/run-once.ts';
import { type ScriptedCall, scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import { BINARY_STATUS, LOAD_RESOURCE, loadAttachments } from './load-resource.ts';
import { createSkillSource, type SkillRegistry } from './skill-source.ts';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255]);
const remote = () =>
  skillOnDisk('remote', {
    'SKILL.md': manifest('remote', 'See the user guide.', 'metadata:\n  adk_additional_tools: [extra]\n'),
    'references/guide.md': 'Far away.',
    'assets/logo.png': PNG,
    'scripts/hi.sh': 'echo far',
  });

/** Creates a registry of these skills that records its requests. */
function registryOf(skills: readonly Skill[]): SkillRegistry & { readonly requests: string[] } {
  const requests: string[] = [];
  return {
    requests,
    fetch: async (name) => {
      requests.push(name);
      return skills.find((skill) => skill.name === name);
    },
    search: async () => skills,
  };
}
const broken: SkillRegistry = {
  fetch: () => Promise.reject(new Error('no network')),
  search: () => Promise.reject(new Error('no network')),
};

async function play(registry: SkillRegistry, calls: readonly ScriptedCall[], more: Partial<RunOnceOptions> = {}) {
  const model = scriptedModel([...calls.map((call) => ({ calls: [call] })), { text: 'done' }]);
  const ran = await runOnce({
    model,
    skills: [skillOnDisk('local')],
    registry,
    pool: [
      {
        name: 'extra',
        description: '',
        inputSchema: {},
        execute: () => ({ kind: 'result', value: '' }),
      },
    ],
    host: APPROVES,
    ...more,
  });
  return { ...ran, requests: model.requests, results: ran.of('tool_result').map((event) => event.result) };
}
const search: ScriptedCall = ['search_skills', { query: 'far' }];
const load: ScriptedCall = ['load_skill', { skill_name: 'remote' }];
const resource = (file_path: string): ScriptedCall => ['load_skill_resource', { skill_name: 'remote', file_path }];

describe('search_skills', () => {
  test('[2] [71] is the fifth tool if there is a registry, and the rules mention it', async () => {
    const { requests } = await play(registryOf([]), []);
    expect(requests[0]?.tools?.map((tool) => tool.name)).toEqual([
      'list_skills',
      'load_skill',
      'load_skill_resource',
      'run_skill_script',
      'search_skills',
    ]);
    expect(requests[0]?.prompt[0]).toMatchObject({ content: expect.stringContaining('look for one with `search_') });
  });

  test('[5] is also offered in eager mode', async () => {
    const { requests } = await play(registryOf([]), [], { skillTools: { discovery: 'eager' } });
    expect(requests[0]?.tools?.at(-1)?.name).toBe('search_skills');
    expect(requests[0]?.tools?.map((tool) => tool.name)).not.toContain('list_skills');
  });

  test('[71] if it is filtered out, the rules say only that it must not be called', async () => {
    const { requests } = await play(registryOf([]), [], {
      skillTools: { filter: (name) => name !== 'search_skills' },
    });
    const system = JSON.stringify(requests[0]?.prompt[0]);
    expect(system.match(/search_skills/g)).toHaveLength(1);
    expect(system).toContain('do not call: `search_skills`');
  });

  test('[10] [17] requires its only parameter', async () => {
    const { codes, requests } = await play(broken, [['search_skills', {}]]);
    expect(requests[0]?.tools?.at(-1)).toMatchObject({ inputSchema: { required: ['query'] } });
    expect(codes).toEqual(['INVALID_ARGUMENTS']);
  });

  test('[17] omits skills that are listed anyway, and reports a failure', async () => {
    const { results } = await play(registryOf([remote(), skillOnDisk('local')]), [search]);
    expect(results[0]).toContain('<name>remote</name>');
    expect(results[0]).not.toContain('<name>local</name>');
    const failed = await play(broken, [search]);
    expect(failed.codes).toEqual(['REGISTRY_ERROR']);
    expect(failed.results[0]).toMatchObject({ error: expect.stringContaining('no network') });
  });
});

describe('registry skills', () => {
  test('[18] are loaded, read and run, and add tools, like local ones', async () => {
    const registry = registryOf([remote()]);
    const { results, codes, of, requests } = await play(registry, [
      load,
      resource('references/guide.md'),
      ['run_skill_script', { skill_name: 'remote', file_path: 'hi.sh' }],
      resource('assets/logo.png'),
    ]);
    expect(codes).toEqual(['-', '-', '-', '-']);
    expect(results.slice(0, 3)).toMatchObject([
      { skill_name: 'remote', instructions: 'See the user guide.' },
      { content: 'Far away.' },
      { stdout: 'far\n' },
    ]);
    expect(of('tools_changed')).toMatchObject([{ added: ['extra'] }]);
    expect(requests[4]?.prompt.at(-1)).toMatchObject({ role: 'user', content: [{}, { type: 'file' }] });
    // [19] Only one request for all callers.
    expect(registry.requests).toEqual(['remote']);
  });

  test('[18] a miss is explained by the words of the skill', async () => {
    const { of } = await play(registryOf([remote()]), [load, resource('references/user_guide.md')]);
    expect(of('guard')[0]?.cause).toMatchObject({ text: 'the user guide', suggestions: ['references/guide.md'] });
  });

  test('[14] [18] distinguishes an unknown skill from a registry failure', async () => {
    expect((await play(registryOf([]), [load])).codes).toEqual(['SKILL_NOT_FOUND']);
    const { codes, results } = await play(broken, [load, resource('references/a.md')]);
    expect(codes).toEqual(['REGISTRY_ERROR', 'REGISTRY_ERROR']);
    expect(results[0]).toMatchObject({ error: expect.stringContaining('no network') });
  });

  test('[30] a registry failure when the bytes are needed adds a note and attaches nothing', async () => {
    const value = { skill_name: 'remote', file_path: 'assets/logo.png', status: BINARY_STATUS };
    const answered = {
      role: 'tool' as const,
      content: [
        {
          type: 'tool-result' as const,
          toolCallId: '1',
          toolName: LOAD_RESOURCE,
          output: { type: 'json' as const, value },
        },
      ],
    };
    const attached = (registry: SkillRegistry) =>
      loadAttachments(answered, LOAD_RESOURCE, createSkillSource({ skills: [], registry }), 'inv');
    expect(await attached(broken)).toEqual({ messages: [], notes: [expect.stringContaining('no network')] });
    expect(await attached(registryOf([remote()]))).toMatchObject({ messages: [{ role: 'user' }], notes: [] });
  });

  test('[30] the note is written to the journal', async () => {
    const logo = remote();
    const { of, finished } = await play(registryOf([logo]), [resource('assets/logo.png')], {
      onEvent: (event) => {
        if (event.type === 'tool_result') rmSync(join(logo.root, 'assets', 'logo.png'));
      },
    });
    expect(of('note').map((event) => event.message)).toEqual([expect.stringContaining('could not be attached')]);
    expect(finished.reason).toBe('final');
  });
});

describe('the registry cache', () => {
  const sourceOf = (registry: SkillRegistry, maxInvocations?: number) =>
    createSkillSource(
      defined({
        skills: [],
        registry,
        maxInvocations,
      }),
    );

  test('[19] lasts for an invocation: one request per name, even for a missing skill', async () => {
    const registry = registryOf([remote()]);
    const source = sourceOf(registry);
    for (const name of ['remote', 'remote', 'unknown', 'unknown', ' remote ']) await source.find(name, 'a');
    expect(registry.requests).toEqual(['remote', 'unknown']);
    await source.find('remote', 'b');
    expect(registry.requests).toHaveLength(3);
  });

  test.each([
    [16, undefined],
    [2, 2],
  ])('[20] of %i invocations, the oldest out first', async (size, retainedCount) => {
    const registry = registryOf([remote()]);
    const source = sourceOf(registry, retainedCount);
    for (let n = 0; n <= size; n++) await source.find('remote', `inv-${n}`);
    expect(registry.requests).toHaveLength(size + 1);
    for (let n = 1; n <= size; n++) await source.find('remote', `inv-${n}`);
    expect(registry.requests).toHaveLength(size + 1);
    await source.find('remote', 'inv-0');
    expect(registry.requests).toHaveLength(size + 2);
  });

  test('[21] three concurrent requests share one call and one result', async () => {
    const registry = registryOf([remote()]);
    const source = sourceOf(registry);
    const found = await Promise.all([1, 2, 3].map(() => source.find('remote', 'a')));
    expect(registry.requests).toEqual(['remote']);
    expect(new Set(found.map((one) => one.kind === 'skill' && one.skill)).size).toBe(1);
  });

  test('[22] a failure reaches all callers and is not cached', async () => {
    let fails = true;
    const skill = remote();
    const source = sourceOf({ ...broken, fetch: async () => (fails ? Promise.reject(new Error('no')) : skill) });
    const waiting = await Promise.all([1, 2, 3].map(() => source.find('remote', 'a')));
    expect(waiting).toEqual(Array(3).fill({ kind: 'failed', message: 'no' }));
    fails = false;
    expect(await source.find('remote', 'a')).toEqual({ kind: 'skill', skill });
  });

  test('[23] closing cancels pending requests and clears the cache', async () => {
    let aborted = false;
    const source = sourceOf({
      ...broken,
      fetch: (name, signal) => {
        signal.addEventListener('abort', () => {
          aborted = true;
        });
        return name === 'slow' ? new Promise(() => undefined) : Promise.resolve(remote());
      },
    });
    await source.find('remote', 'a');
    expect(source.findCached('remote')).toBeDefined();
    const pending = source.find('slow', 'a');
    source.close();
    expect(await pending).toEqual({ kind: 'failed', message: 'the run has ended' });
    expect([aborted, source.findCached('remote')]).toEqual([true, undefined]);
    expect(await source.find('remote', 'a')).toMatchObject({ kind: 'failed' });
  });
});
