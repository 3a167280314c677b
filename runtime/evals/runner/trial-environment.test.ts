import { expect, test } from 'vitest';
import { trialEnvironment } from './trial-environment.ts';

test('PWD is the copy, whatever the environment says', () => {
  expect(trialEnvironment({ PATH: '/bin', PWD: '/home/ada' }, '/copy')).toEqual({ PATH: '/bin', PWD: '/copy' });
  expect(trialEnvironment({ Pwd: '/home/ada' }, '/copy')).toEqual({ PWD: '/copy' });
  expect(trialEnvironment({}, '/copy')).toEqual({ PWD: '/copy' });
});

test.each(
  [
    'OLDPWD',
    'INIT_CWD',
    'npm_package_json',
    'npm_config_local_prefix',
    'GIT_DIR',
    'GIT_WORK_TREE',
    'VSCODE_CWD',
  ].concat(['GIT_INDEX_FILE', 'CLAUDE_PROJECT_DIR', 'PROJECT_CWD']),
)('%s, which leads to the folder of the caller, is left out', (name) => {
  expect(trialEnvironment({ [name]: '/home/ada', HOME: '/home/ada' }, '/copy')).toEqual({
    HOME: '/home/ada',
    PWD: '/copy',
  });
});
