import { join } from 'node:path';
import { expect, test } from 'vitest';
import { skillOnDisk } from '../../test/equipment/runtime/folders.ts';
import type { CallBoundary, ModelBoundary } from '../loop/interfaces/controller.ts';
import type { EventBody, Scope } from '../loop/interfaces/scope.ts';
import { SessionState } from '../loop/interfaces/state.ts';
import type { Json, RunEvent } from '../protocol/events.ts';
import { assign } from './assign.ts';
import { Breakpoints } from './breakpoints/breakpoints.ts';
import { Debugger } from './debugger.ts';
import { applyPausedDocument, pausedDocument } from './paused-document.ts';
import type { Stop } from './stop.ts';

/** A debugger that stops everywhere, with boundaries of a run that exists only here. */
function openDebugger() {
  const stops: (Stop | undefined)[] = [];
  const emitted: EventBody[] = [];
  const cause = { reason: 'breakpoint' as const, description: 'Here.' };
  const breakpoints = { at: () => cause, add: () => undefined };
  const session = new Debugger({ onStop: (stop) => stops.push(stop), breakpoints });
  session.ready();
  const emit = (body: EventBody): RunEvent => {
    emitted.push(body);
    return { seq: 9, ...body } as RunEvent;
  };
  const scope: Scope = { invocation: 'i', agent: 'agent', emit };
  const boundary = { scope, parent: 1, state: new SessionState() };
  const call = (id: string): CallBoundary => ({ ...boundary, id, tool: 'add', args: {} });
  return { session, stops, emitted, boundary, call };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a call that waited during a stop does not stop after the end of the run', async () => {
  const { session, stops, call } = openDebugger();
  void session.beforeTool(call('c1'));
  const second = session.beforeTool(call('c2'));
  await settle();
  expect(stops).toHaveLength(1);
  session.add({ type: 'run_finished', reason: 'cancelled', seq: 5 } as RunEvent);
  expect(await second).toBeUndefined();
  expect(session.current).toBeUndefined();
  expect(stops).toHaveLength(2);
});

test('refuses a state that is nested too deeply, and changes nothing', async () => {
  const { session, emitted, boundary, call } = openDebugger();
  void session.beforeTool(call('c1'));
  await settle();
  const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as Json;
  expect(assign(session, ['state', 'deep'], deep)).toMatch(/^Use at most \d+ levels/);
  expect([boundary.state.keys(), emitted]).toEqual([[], []]);
});

test('refuses changes of messages around the conversation, which would be lost', async () => {
  const { session, boundary } = openDebugger();
  const user = (text: string) => ({ role: 'user' as const, content: [{ type: 'text' as const, text }] });
  const model: ModelBoundary = {
    ...boundary,
    call: 1,
    closing: false,
    tools: [],
    prompt: [{ role: 'system', content: 'Be brief.' }, user('Skills: demo'), user('Go.'), user('Remember the skills.')],
    conversation: { start: 2, length: 1 },
  };
  const edit = session.beforeModelCall(model);
  await settle();
  expect(assign(session, ['messages', 1], 'x')).toMatch(/^Only messages of the conversation/);
  expect(assign(session, ['messages', 4], 'x')).toMatch(/^Only messages of the conversation/);
  expect(assign(session, ['messages', 2], 'Stop.')).toBeUndefined();
  session.continue('continue');
  expect(await edit).toEqual({ messages: [{ index: 0, text: 'Stop.' }] });
});

test('a document that the user did not change has no changes, whatever fields are undefined', async () => {
  const { session, boundary } = openDebugger();
  const content = [{ type: 'text' as const, text: 'Go.', providerOptions: undefined }];
  void session.beforeModelCall({
    ...boundary,
    call: 1,
    closing: false,
    tools: [],
    prompt: [{ role: 'user', content }],
    conversation: { start: 0, length: 1 },
  } as unknown as ModelBoundary);
  await settle();
  const stop = session.current as Stop;
  expect(applyPausedDocument(session, JSON.parse(JSON.stringify(pausedDocument(stop))) as Json)).toBeUndefined();
  expect(stop.modelEdit()).toBeUndefined();
});

test('a result that was removed from the document again lets the tool run', async () => {
  const { session, call } = openDebugger();
  void session.beforeTool(call('c1'));
  await settle();
  const stop = session.current as Stop;
  const document = pausedDocument(stop);
  expect(applyPausedDocument(session, { ...document, result: 'given' })).toBeUndefined();
  expect(stop.callEdit()).toEqual({ result: { value: 'given' } });
  expect(applyPausedDocument(session, document)).toBeUndefined();
  expect(stop.callEdit()).toBeUndefined();
});

test('a breakpoint in another skill of the same name is not hit', () => {
  const [skill, other] = [skillOnDisk('demo', {}), skillOnDisk('demo', {})];
  const breakpoints = new Breakpoints(() => undefined);
  const { session, call } = openDebugger();
  breakpoints.add({ type: 'run_started', seq: 1, skills: [{ name: 'demo', root: skill.root }] } as unknown as RunEvent);
  const boundary = { ...call('c1'), tool: 'load_skill', args: { skill_name: 'demo' } };
  const hit = () => breakpoints.at({ at: 'tool_call', boundary }, session.view);
  breakpoints.setInFile(join(other.root, 'SKILL.md'), [{ line: 2 }]);
  expect(hit()).toBeUndefined();
  breakpoints.setInFile(join(skill.root, 'SKILL.md'), [{ line: 2 }]);
  expect(hit()).toMatchObject({ reason: 'breakpoint' });
});

test('an error whose code is not in its result remains one if the result or a part of it is changed', async () => {
  const { session, call } = openDebugger();
  const outcome = { kind: 'result' as const, value: { content: 'Broken.' }, errorCode: 'MCP_ERROR' };
  void session.afterTool({ ...call('c1'), outcome });
  await settle();
  expect(assign(session, ['result', 'content'], 'Fixed.')).toBeUndefined();
  expect(session.current?.resultEdit()).toEqual({ value: { content: 'Fixed.' }, errorCode: 'MCP_ERROR' });
  expect(assign(session, ['result'], { content: 'Other.' })).toBeUndefined();
  expect(session.current?.resultEdit()).toEqual({ value: { content: 'Other.' }, errorCode: 'MCP_ERROR' });
  expect(assign(session, ['result', 'content'], 'Fixed.')).toBeUndefined();
  expect(assign(session, ['error_code'], '')).toBeUndefined();
  expect(session.current?.resultEdit()).toEqual({ value: { content: 'Fixed.' } });
  expect(assign(session, ['result'], 'All of it.')).toBeUndefined();
  expect(session.current?.resultEdit()).toEqual({ value: 'All of it.' });
});
