import { expect, test } from 'vitest';
import { secretsOfEnvironment, secretsOfServer } from './secret-sources.ts';

test('finds variables with telling names, and passwords in URLs', () => {
  expect(
    secretsOfEnvironment({
      OPENAI_API_KEY: ' sk-1234567890 ',
      githubToken: 'ghp_abc123def',
      DB_PASSWORD: 'correct horse',
      SERVICE_API_KEY: 'words of 4 kinds',
      PGPASSWORD: 'database-9',
      TWILIO_AUTH_TOKEN: '3fc17a90e5b2d846',
      SIGNING_KEY: '/AQyn3lWPLjepSVMEezlCUEZ4VqXnvKO',
      HTTPS_PROXY: 'http://ada:s3cret-w0rd@proxy.example:8080',
      // Not secrets:
      KEYBOARD: 'a-12345678',
      SSH_AUTH_SOCK: '/tmp/ssh-1234/agent.5',
      TOKEN_LIMIT: '100000000',
      AUTH: 'none',
      HOME: '/home/ada1',
      PWD: '/tmp/build-31003/sw-systems-Xk3vQ9/examples/agents',
      OLDPWD: '/srv/Xk3vQ9zL8w2RtY7b',
      AGENT_AUTH: '/run/user/1000/Xk3vQ9zL8w2RtY7b.sock',
      XDG_SESSION_KEY: 'a word or two that is long',
    }),
  ).toEqual([
    'sk-1234567890',
    'ghp_abc123def',
    'correct horse',
    'words of 4 kinds',
    'database-9',
    '3fc17a90e5b2d846',
    '/AQyn3lWPLjepSVMEezlCUEZ4VqXnvKO',
    's3cret-w0rd',
    's3cret-w0rd',
  ]);
});

test('finds the secrets of an MCP server in its environment, arguments, address and headers, even if written literally', () => {
  const found = secretsOfServer({
    env: { TOKEN: 'abc-1234-def', MODE: 'production' },
    args: ['--api-key=key-98765', '--token', 'tok-4567890', '--port', '8080123', 'server.mjs'],
    url: new URL('https://ada:pass-w0rd1@mcp.example/v1?key=in-the-query-1'),
    headers: { Authorization: `Basic ${Buffer.from('ada:basic-pass-1').toString('base64')}` },
  });
  for (const secret of ['abc-1234-def', 'key-98765', 'tok-4567890', 'pass-w0rd1', 'in-the-query-1', 'basic-pass-1'])
    expect(found).toContain(secret);
  for (const word of ['production', '8080123', 'server.mjs']) expect(found).not.toContain(word);
});
