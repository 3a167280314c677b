import { expect, test } from 'vitest';
import type { NetworkSettings } from '../protocol/network.ts';
import { resolveNetworkPlan, secretsOfPlan } from './plan.ts';

test.each<[string, NetworkSettings, Record<string, string>, object]>([
  ['no settings', {}, {}, { http: '', https: '', noProxy: '', verifyCertificates: true, systemAuthorities: false }],
  [
    'the environment',
    {},
    { HTTPS_PROXY: 'http://a:1', HTTP_PROXY: 'http://b:2', NO_PROXY: 'c.example' },
    { https: 'http://a:1', http: 'http://b:2', noProxy: 'c.example' },
  ],
  ['lowercase first', {}, { https_proxy: 'http://small:1', HTTPS_PROXY: 'http://a:1' }, { https: 'http://small:1' }],
  ['HTTP_PROXY alone serves both', {}, { HTTP_PROXY: 'b:2' }, { https: 'http://b:2', http: 'http://b:2' }],
  ['HTTPS_PROXY alone serves https', {}, { HTTPS_PROXY: 'a:1' }, { https: 'http://a:1', http: '' }],
  [
    'a setting overrides the environment',
    { proxy: 'http://set:3', noProxy: ['x', '*.y'] },
    { HTTPS_PROXY: 'http://a:1', NO_PROXY: 'c' },
    { https: 'http://set:3', http: 'http://set:3', noProxy: 'x,*.y' },
  ],
  [
    'empty settings fall back to the environment',
    { proxy: ' ', noProxy: [] },
    { HTTPS_PROXY: 'http://a:1', NO_PROXY: 'c' },
    { https: 'http://a:1', noProxy: 'c' },
  ],
  ['all hosts are accessed directly', { noProxy: ['x', '*'] }, {}, { noProxy: '*' }],
  ['proxies are off', { direct: true, proxy: 'http://set:3' }, { HTTPS_PROXY: 'http://a:1' }, { https: '', http: '' }],
  [
    'certificates',
    { strictSsl: false, systemCertificates: true },
    {},
    { verifyCertificates: false, systemAuthorities: true },
  ],
  ['Node’s variable for the system’s certificates', {}, { NODE_USE_SYSTEM_CA: '1' }, { systemAuthorities: true }],
])('%s', (_, settings, environment, expected) => {
  expect(resolveNetworkPlan(settings, environment)).toMatchObject(expected);
});

test('secretsOfPlan returns the proxy’s password and token', () => {
  const plan = resolveNetworkPlan({ proxy: 'http://me:p%40ss-word@proxy:3', authorization: 'Basic bWU6cHc=' }, {});
  expect(secretsOfPlan(plan)).toEqual(expect.arrayContaining(['p@ss-word', 'Basic bWU6cHc=', 'bWU6cHc=']));
  expect(secretsOfPlan(plan)).not.toContain('me');
});
