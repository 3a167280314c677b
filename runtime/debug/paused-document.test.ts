import { expect, test } from 'vitest';
import { skillOnDisk } from '../../test/equipment/runtime/folders.ts';
import { runOnce } from '../../test/equipment/runtime/run-once.ts';
import { type Line, scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import type { Tool } from '../loop/interfaces/tools.ts';
import type { Json, JsonObject } from '../protocol/events.ts';
import { Debugger } from './debugger.ts';
import { applyPausedDocument, pausedDocument } from './paused-document.ts';
import type { Stop } from './stop.ts';

const READ: Line = { calls: [['load_skill_resource', { skill_name: 'demo', file_path: 'references/none.md' }]] };

const LOAD: Line = { calls: [['load_skill', { skill_name: 'demo' }]] };

/** Deeper than a value may be. */
const DEEP = Array.from({ length: 600 }).reduce<Json>((inner) => [inner], 1);

type SkillFiles = Readonly<Record<string, string>>;

interface Played {
  readonly lines?: readonly Line[];
  readonly files?: SkillFiles;
  readonly pool?: readonly Tool[];
}

/** Plays a run that is paused at every position, with `edit` applied to each document. */
async function playPaused(
  edit: (document: JsonObject, stop: Stop) => Json | undefined,
  { lines = [READ, { text: 'Done.' }], files = { 'references/guide.md': 'The guide.\n' }, pool = [] }: Played = {},
) {
  const problems: string[] = [];
  const session: Debugger = new Debugger({
    isPassive: true,
    onStop(stop) {
      if (stop === undefined) return;
      const edited = edit(structuredClone(pausedDocument(stop)) as JsonObject, stop);
      const problem = edited === undefined ? undefined : applyPausedDocument(session, edited);
      if (problem !== undefined) problems.push(problem);
      // The position is announced before anything waits for it.
      setImmediate(() => {
        session.continue('continue');
        session.pause();
      });
    },
  });
  session.ready();
  session.pause();
  const model = scriptedModel(lines);
  const skills = [skillOnDisk('demo', files)];
  const ran = await runOnce({ model, skills, pool, controller: session, onEvent: (event) => session.add(event) });
  return { ...ran, model, problems };
}

test('shows what is sent and executed, and changes nothing by itself', async () => {
  const documents: JsonObject[] = [];
  const ran = await playPaused((document) => {
    documents.push(document);
    return document;
  });
  expect(ran.problems).toEqual([]);
  expect(documents.map((document) => Object.keys(document))).toEqual([
    ['next_message', 'messages', 'tools'],
    ['tool', 'args', 'result'],
    ['tool', 'args', 'result'],
    ['next_message', 'messages', 'tools'],
  ]);
  expect(documents[0]?.messages).toEqual(ran.model.requests[0]?.prompt);
  expect(documents[3]?.messages).toEqual(ran.model.requests[1]?.prompt);
  expect(ran.of('debug_pause').map(({ at }) => at)).toEqual(['model_call', 'tool_call', 'tool_result', 'model_call']);
  expect(JSON.stringify(ran.events)).not.toContain('"edited"');
});

test('changes texts of the system and the user, arguments and results', async () => {
  const ran = await playPaused((document, { position }) => {
    if (position.at === 'model_call' && position.boundary.call === 1) {
      const [system, user] = document.messages as readonly JsonObject[];
      const messages = [
        { ...system, content: 'Be brief.' },
        { ...user, content: [{ type: 'text', text: 'Go.' }] },
      ];
      return { ...document, messages, next_message: 'Now.' } as unknown as Json;
    }
    if (position.at === 'tool_call')
      return { ...document, args: { skill_name: 'demo', file_path: 'references/guide.md' } };
    return position.at === 'tool_result' ? { ...document, result: 'Changed.' } : undefined;
  });
  expect(ran.problems).toEqual([]);
  expect(JSON.stringify(ran.model.requests[0]?.prompt)).toMatch(/Be brief\..*Go\..*Now\./);
  expect(ran.of('tool_call')[0]).toMatchObject({ args: { file_path: 'references/guide.md' } });
  expect(ran.of('tool_result')[0]).toMatchObject({ result: 'Changed.', edited: true });
});

test.each<[string, (document: JsonObject) => Json]>([
  ['no object', () => []],
  ['another tool', (document) => ({ ...document, tools: [] })],
  ['a message fewer', (document) => ({ ...document, messages: [] })],
  [
    'another role',
    (document) => ({
      ...document,
      messages: (document.messages as readonly JsonObject[]).map((message) => ({ ...message, role: 'assistant' })),
    }),
  ],
])('refuses %s', async (_, edit) => {
  const ran = await playPaused((document, { position }) => (position.at === 'model_call' ? edit(document) : undefined));
  expect(ran.problems.length).toBeGreaterThan(0);
  expect(ran.finished.reason).toBe('final');
});

test('changes nothing if one of the changes is refused', async () => {
  const ran = await playPaused((document, { position }) => {
    if (position.at === 'model_call' && position.boundary.call === 1) {
      const [system, user] = document.messages as readonly JsonObject[];
      const messages = [
        { ...system, content: 'Be brief.' },
        { ...user, content: [{ type: 'text', text: ' ' }] },
      ];
      return { ...document, messages, next_message: 'Now.' } as unknown as Json;
    }
    if (position.at === 'tool_call')
      return { ...document, args: { skill_name: 'demo', file_path: 'references/guide.md' }, result: DEEP };
    return undefined;
  });
  expect(ran.problems).toEqual([expect.stringContaining('must not be empty'), expect.stringContaining('levels')]);
  expect(JSON.stringify(ran.model.requests[0]?.prompt)).not.toMatch(/Be brief|Now\./);
  expect(ran.of('tool_call')[0]).toMatchObject({ args: { file_path: 'references/none.md' } });
  expect(JSON.stringify(ran.events)).not.toContain('"edited"');
});

/** Plays a call whose result is a text and has a separate error code, as results of a client's tools do. */
async function playFailing(edit: (document: JsonObject) => Json | undefined) {
  const fail: Tool = {
    name: 'fail',
    description: '',
    inputSchema: { type: 'object' },
    execute: () => ({ kind: 'result', value: 'File not found.', errorCode: 'NOT_FOUND' }),
  };
  const files: SkillFiles = {
    'SKILL.md': '---\nname: demo\ndescription: x\nmetadata:\n  adk_additional_tools: [fail]\n---\n',
  };
  const lines: readonly Line[] = [LOAD, { calls: [['fail', {}]] }, { text: 'Done.' }];
  const ran = await playPaused(
    (document, { position }) =>
      position.at === 'tool_result' && position.boundary.tool === 'fail' ? edit(document) : undefined,
    { lines, files, pool: [fail] },
  );
  expect(ran.problems).toEqual([]);
  return ran.of('tool_result')[1];
}

test('another text of a failed result leaves its error code, which is shown if it is not in the result', async () => {
  expect(await playFailing((document) => ({ ...document, result: 'No such file.' }))).toMatchObject({
    result: 'No such file.',
    error_code: 'NOT_FOUND',
    edited: true,
  });
});

test.each<[string, Json, string | undefined]>([
  ['removed', '', undefined],
  ['changed', 'TIMEOUT', 'TIMEOUT'],
])('an error code can be %s', async (_, code, expected) => {
  const shown: (Json | undefined)[] = [];
  const result = await playFailing((document) => {
    shown.push(document.error_code);
    return { ...document, error_code: code };
  });
  expect(shown).toEqual(['NOT_FOUND']);
  expect(result).toMatchObject({ result: 'File not found.', edited: true });
  expect(result?.error_code).toBe(expected);
});

test('a run that is not paused is not stopped', async () => {
  const session = new Debugger({ isPassive: true, onStop: () => expect.unreachable() });
  session.ready();
  const ran = await runOnce({ model: scriptedModel([READ, { text: 'Done.' }]), controller: session });
  expect(ran.of('debug_pause')).toEqual([]);
});
