/** Tests of the keys that the agents of a run need and that are asked for before it starts. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { project } from '../../test/equipment/runtime/agent-run.ts';
import { prepareRun, type RunRequest } from './prepare.ts';

const TEAM = {
  main: { instruction: 'Ask.', agents: ['first', 'second'] },
  first: { instruction: 'Answer.', model: 'anthropic/claude-x', agents: ['deep', 'main'] },
  second: { instruction: 'Answer.', model: 'openai/gpt-x' },
  deep: { instruction: 'Answer.', model: 'openai/gpt-y' },
  stranger: { instruction: 'Never called.', model: 'google/gemini-x' },
};

function prepareProject(agents: object, more: Partial<RunRequest> = {}) {
  const folder = project(agents);
  const runs = join(folder, '.skillwright', 'runs');
  const request = { prompt: 'Hi.', skills: [], agent: 'main', folder, runs, trusted: false, paced: false };
  return prepareRun({ ...request, environment: { XDG_CONFIG_HOME: folder }, ...more });
}

test('asks for the keys of all callable agents together, listing the agents for each provider', async () => {
  const refused = await prepareProject(TEAM);
  expect(refused).toMatchObject({
    missingKeys: [
      { provider: 'anthropic', origin: 'https://api.anthropic.com', agents: ['first'] },
      { provider: 'openai', origin: 'https://api.openai.com', agents: ['second', 'deep'] },
    ],
  });
  const { refused: message } = refused as { refused: string };
  expect(message).toContain("Anthropic, for the agent 'first': set ANTHROPIC_API_KEY");
  expect(message).toContain("OpenAI, for the agents 'second', 'deep': set OPENAI_API_KEY");
  expect(message).not.toContain('Google');
});

test('does not ask for keys in the environment, in the request, or of the run’s own endpoint', async () => {
  const some = await prepareProject(TEAM, { environment: { OPENAI_API_KEY: 'sk-canary-1' } });
  expect(some).toMatchObject({ missingKeys: [{ provider: 'anthropic' }] });
  const keys = { 'https://api.anthropic.com': 'sk-canary-2', 'https://api.openai.com': 'sk-canary-3' };
  expect(await prepareProject(TEAM, { keys })).toMatchObject({ prompt: 'Hi.' });
  // Agents of the run's provider are asked at the run's address, which is not the provider's own.
  const here = { model: 'openai/gpt-x', baseUrl: 'http://127.0.0.1:9/v1' };
  expect(await prepareProject(TEAM, here)).toMatchObject({
    missingKeys: [{ provider: 'anthropic', agents: ['first'] }],
  });
});

test('includes the run’s own model, and excludes the root agent, which is never called', async () => {
  const agents = { ...TEAM, main: { ...TEAM.main, model: 'google/gemini-x' } };
  const root = await prepareProject(agents);
  expect(root).toMatchObject({
    missingKeys: [{ provider: 'google', agents: [] }, { provider: 'anthropic' }, { provider: 'openai' }],
    refused: expect.stringContaining("Google Gemini, for the run's model: set GOOGLE_GENERATIVE_AI_API_KEY"),
  });
  const other = await prepareProject(agents, { model: 'simulated/weak' });
  expect(other).toMatchObject({ missingKeys: [{ provider: 'anthropic' }, { provider: 'openai' }] });
});

test('rejects a key that is not a valid header value before the run', async () => {
  const keys = { 'https://api.anthropic.com': 'sk-\ncanary', 'https://api.openai.com': 'sk-canary-3' };
  const refused = await prepareProject(TEAM, { keys });
  expect(refused).toMatchObject({ refused: expect.stringContaining('contains an invalid character') });
  expect(JSON.stringify(refused)).not.toContain('canary');
});
