import { describe, expect, it } from 'vitest';
import { parseQueueUrl } from './queue-url.ts';

describe('the address of a queue', () => {
  it('has a host, a port and a database', () => {
    expect(parseQueueUrl('redis://example.org', {})).toMatchObject({
      options: { host: 'example.org', port: 6379, db: 0 },
      shown: 'redis://example.org',
    });
    expect(parseQueueUrl('redis://[::1]:7000/3', {})).toMatchObject({ options: { host: '::1', port: 7000, db: 3 } });
  });

  it('uses TLS with rediss, with the name of the server', () => {
    expect(parseQueueUrl('rediss://example.org', {})).toMatchObject({
      options: { tls: { servername: 'example.org' } },
    });
    expect(parseQueueUrl('rediss://127.0.0.1', {})).toMatchObject({ options: { tls: {} } });
    expect(JSON.stringify(parseQueueUrl('redis://example.org', {}))).not.toContain('tls');
  });

  it('has a password from the environment, which is never shown', () => {
    const environment = { SKILLWRIGHT_QUEUE_PASSWORD: 'canary' };
    expect(parseQueueUrl('rediss://m%40e@example.org:6380/2', environment)).toMatchObject({
      options: { username: 'm@e', password: 'canary' },
      shown: 'rediss://example.org:6380/2',
    });
    for (const wrong of [
      'redis://:canary@',
      'http://:canary@example.org',
      'redis://:canary@host',
      'redis://host/x',
      'redis://me%@host',
    ])
      expect(parseQueueUrl(wrong, {})).toSatisfy((text) => typeof text === 'string' && !text.includes('canary'));
  });
});
