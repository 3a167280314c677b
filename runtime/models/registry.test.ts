import { expect, test } from 'vitest';
import { openModel } from './registry.ts';

test.each(['http://me:pw12@127.0.0.1/v1', 'https://token99@models.example/v1', 'ftp://me:pw12@host/'])(
  'rejects an address with credentials without showing them: %s',
  async (baseUrl) => {
    const result = await openModel({ name: 'openai-compatible/m', baseUrl, paced: false });
    expect(result).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/Remove the user name and password/),
    });
    expect(JSON.stringify(result)).not.toMatch(/pw12|token99/);
  },
);

test('the message for an invalid address shows neither its password nor its parameters', async () => {
  for (const baseUrl of [
    'htp//ada:s3cr+/et==@host/v1?key=k1',
    'ftp://host/v1?key=k1',
    'host?key=k1#s3cr',
    'htp//ada:s3cr?k1@host',
    'host?key=s3cr@k1',
  ]) {
    const opened = await openModel({ name: 'openai-compatible/m', baseUrl, paced: false });
    expect(opened.kind === 'failed' && opened.message).toMatch(/^Not an http\(s\) address: .*(?:host|not shown)/);
    expect(JSON.stringify(opened)).not.toMatch(/s3cr|k1/);
  }
});
