import { expect, test } from 'vitest';
import { openModel } from './registry.ts';

test.each(['http://me:pw12@127.0.0.1/v1', 'https://token99@models.example/v1', 'ftp://me:pw12@host/'])(
  'an address with a password in it is refused without showing it: %s',
  async (baseUrl) => {
    const result = await openModel({ name: 'openai-compatible/m', baseUrl, paced: false });
    expect(result).toMatchObject({ kind: 'failed', message: expect.stringMatching(/name or a password/) });
    expect(JSON.stringify(result)).not.toMatch(/pw12|token99/);
  },
);
