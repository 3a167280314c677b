import { describe, expect, it } from 'vitest';
import { createRunner } from './client-runner.ts';
import { fillIn, hasPlaceholder, type RunnerCommand, readRunner } from './runner-command.ts';

const VALUES = { prompt: 'a "b" $(c) {model}', model: 'm', workspace: '/w', session: '/s' };

function read(text: string, environment = {}): RunnerCommand {
  const command = readRunner(text, environment);
  if (typeof command === 'string') throw new Error(command);
  return command;
}

describe('the command of a runner', () => {
  it('is split into words as a shell does it, without a shell', () => {
    const command = read('HOME=$BASE/x "my client" -p \'a b\' --flag={model} *.md', { BASE: '/base' });
    expect(command).toMatchObject({ program: 'my client', args: ['-p', 'a b', '--flag={model}', '*.md'] });
    expect(command.variables).toEqual({ HOME: '/base/x' });
  });

  it.each([
    '',
    'a | b',
    'a && b',
    'a; b',
    'a > f',
    'a &',
    'a $(b)',
    'a "b',
    '(a)',
    'A=$(b) c',
    '"" x',
    `${'('.repeat(1e5)}`,
  ])('is one simple command: %s is refused', (text) => {
    expect(readRunner(text.slice(0, 200_000), {})).toMatch(/^Write one command/);
  });

  it('has placeholders in arguments and variables, which are replaced once', () => {
    const command = read('X={session} client {prompt} --model={model} -C {workspace} {other}');
    expect(fillIn(command, VALUES)).toEqual({
      args: [VALUES.prompt, '--model=m', '-C', '/w', '{other}'],
      variables: { X: '/s' },
    });
    expect(hasPlaceholder(command, 'session')).toBe(true);
    expect(hasPlaceholder(read('client'), 'prompt')).toBe(false);
  });

  it('gets no option from a prompt', () => {
    const { args } = fillIn(read('client -p {prompt}'), { ...VALUES, prompt: '--dangerous' });
    expect(args).toEqual(['-p', ' --dangerous']);
  });
});

describe('a runner', () => {
  const create = (command: string, client: string | undefined, models: readonly string[] = []) =>
    createRunner({ command, client, models, timeoutMs: 1000, environment: {} });

  it.each([
    ['client', undefined, [], 'Name the client of the runner with --client, one of claude-code, '],
    ['client', 'adk', [], 'Name the client of the runner'],
    ['client', 'claude-code', ['opus'], 'Add {model} to the runner'],
    ['client {model}', 'claude-code', [], 'Add --model'],
    ['a | b', 'claude-code', [], 'Write one command'],
    ['client a\0b', 'claude-code', [], 'Remove the NUL character from the runner'],
    ['client {model}', 'claude-code', ['a\0b'], "Remove the NUL character from the model's name"],
  ] as const)('of %s for %s is refused', (command, client, models, message) => {
    expect(create(command, client, models)).toContain(message);
  });

  it('knows the profile of its client', () => {
    expect(create('client {model}', 'codex', ['m'])).toMatchObject({ profile: { id: 'codex' } });
  });
});
