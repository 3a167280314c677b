import { expect, test } from 'vitest';
import { SIMULATED_CLIENTS } from '../../runtime/protocol/simulated-clients.ts';
import { nameOfClient } from '../panel/trace/client-name.ts';
import { choiceForClient, clientParams, validChoice } from './client-choice.ts';

test('each client has its own name', () => {
  const names = ['adk', ...SIMULATED_CLIENTS.map(({ id }) => id)].map(nameOfClient);
  expect(names).toContain('Claude Code');
  expect(new Set(names).size).toBe(names.length);
});

test('copies the folder of the skill, another folder or none', () => {
  const codex = { id: 'codex', install: 'user' } as const;
  const folder = '/work/shop';
  expect(clientParams({ ...codex, workspace: 'folder-of-skill' }, folder)).toEqual({
    client: 'codex',
    install: 'user',
    workspace: folder,
  });
  expect(clientParams({ ...codex, workspace: { path: '/other' } }, folder).workspace).toBe('/other');
  expect(clientParams({ ...codex, workspace: 'empty' }, folder).workspace).toBeNull();
  expect(clientParams({ ...codex, workspace: 'folder-of-skill' }, undefined).workspace).toBeNull();
  expect(clientParams({ id: 'adk' }, folder)).toEqual({ client: 'adk' });
});

test('a remembered client that no longer exists is forgotten', () => {
  expect(validChoice({ id: 'adk' })).toEqual({ id: 'adk' });
  expect(validChoice({ id: 'gone', workspace: 'empty', install: 'user' })).toBeUndefined();
  expect(validChoice('codex')).toBeUndefined();
});

test('a session of a client suggests a run as that client, if it can be simulated', () => {
  expect(choiceForClient('claude-code')).toEqual({
    id: 'claude-code',
    workspace: 'folder-of-skill',
    install: 'project',
  });
  expect(choiceForClient('adk')).toEqual({ id: 'adk' });
  expect(choiceForClient('unheard-of')).toBeUndefined();
});
