import { expect, test } from 'vitest';
import { redactorOf } from '../journal/redact.ts';
import type { SessionEvent } from './log/session-event.ts';
import { redactSession } from './redact-session.ts';

const VALUE = '3fc17a90e5b2d84611c0f7ae92d35b08';

test.each([
  [
    'an argument after its option',
    ['app', '--auth-token', VALUE, '--x', VALUE],
    ['--auth-token', '[redacted]', '--x', VALUE],
  ],
  [
    'the value of a named pair',
    [{ name: 'DB_PASSWORD', value: VALUE }],
    [{ name: 'DB_PASSWORD', value: '[redacted]' }],
  ],
  ['a field', [{ twilioAuthToken: VALUE, id: VALUE }], [{ twilioAuthToken: '[redacted]', id: VALUE }]],
  ['a text', [`TWILIO_AUTH_TOKEN=${VALUE}`], ['TWILIO_AUTH_TOKEN=…[redacted]']],
])('redacts %s', (_, args, expected) => {
  const event = { seq: 1, time: '', type: 'raw_record', record: { args } } as unknown as SessionEvent;
  const redacted = redactSession(event, undefined) as unknown as { readonly record: { readonly args: unknown[] } };
  expect(redacted.record.args.slice(-expected.length)).toEqual(expected);
});

test('redacts a secret in the ids of a session, and the events of a prompt still belong together', () => {
  const event = (prompt: number) =>
    redactSession(
      {
        seq: 1,
        time: '',
        type: 'note',
        message: '',
        invocation: `claude-code-${VALUE}-${prompt}`,
      } as unknown as SessionEvent,
      redactorOf([VALUE]),
    ).invocation;
  expect([event(1), event(2)].join()).not.toContain(VALUE);
  expect(event(1)).toBe(event(1));
  expect(event(1)).not.toBe(event(2));
});

test('retains an id without a secret', () => {
  const event = {
    seq: 1,
    time: '',
    type: 'note',
    message: '',
    invocation: 'claude-code-a-1',
  } as unknown as SessionEvent;
  expect(redactSession(event, redactorOf([VALUE])).invocation).toBe('claude-code-a-1');
});
