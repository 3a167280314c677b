import { expect, test } from 'vitest';
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
