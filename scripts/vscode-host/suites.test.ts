import { expect, it } from 'vitest';
import { findSuites, windowsOf } from './suites.ts';

it('a suite shares the window of the one that it names, after it, and with its settings', () => {
  const windows = windowsOf(findSuites());
  const shared = windows.find(({ suites }) => suites.some(({ name }) => name === 'files'));
  const [first, ...others] = shared?.suites ?? [];
  expect(first?.name).toBe('edit');
  expect(others.map(({ name }) => name)).toContain('files');
  for (const { settings, extensions } of others)
    expect({ settings, extensions }).toEqual({ settings: first?.settings, extensions: first?.extensions });
});

it('each suite is in one window, with as many launches as the suite that has most', () => {
  const suites = findSuites();
  const windows = windowsOf(suites);
  expect(
    windows
      .flatMap((window) => window.suites)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(suites.map(({ name }) => name).toSorted());
  const models = windows.find((window) => window.suites.some(({ name }) => name === 'models'));
  expect(models?.launches).toBe(2);
});

it('a suite that is named alone has a window with the settings of the shared one', () => {
  const [window] = windowsOf(findSuites(['files']));
  expect(window?.suites.map(({ name }) => name)).toEqual(['files']);
  expect(window?.suites[0].settings).toEqual(findSuites(['edit'])[0]?.settings);
});
