import { expect, it } from 'vitest';
import { adviseInEditor, keyMissing, keyRefused } from './key-advice.ts';

it('the terminal names its option; a process of VS Code names the command there, first, and no option', () => {
  const [origin, said] = ['https://models.example', '401 no key'];
  expect(keyMissing(origin, said)).toMatch(/^https:\/\/models\.example turned.*--api-key-env/);
  expect(keyRefused(origin, said)).toMatch(/refused the key: 401 no key.*Check the API key/);
  adviseInEditor();
  for (const told of [keyMissing(origin, said), keyRefused(origin, said)]) {
    expect(told).toMatch(
      /^Set (?:a|another) key with "Skillwright: Set API Key": https:\/\/models\.example .*401 no key/,
    );
    expect(told).not.toContain('--api-key-env');
    expect(told.length).toBeLessThanOrEqual(160);
  }
});
