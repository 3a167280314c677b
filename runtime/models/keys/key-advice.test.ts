import { expect, it } from 'vitest';
import { missingKeyMessage, refusedKeyMessage, useEditorAdvice } from './key-advice.ts';

it('in the terminal the advice names the option, in VS Code it starts with the command', () => {
  const [origin, reply] = ['https://models.example', '401 no key'];
  expect(missingKeyMessage(origin, reply)).toMatch(/^Name the variable .* --api-key-env.*models\.example rejected/);
  expect(refusedKeyMessage(origin, reply)).toMatch(/^Check the API key: .*refused it \(401 no key\)/);
  useEditorAdvice();
  for (const message of [missingKeyMessage(origin, reply), refusedKeyMessage(origin, reply)]) {
    expect(message).toMatch(
      /^Set (?:a|another) key with "Skillwright: Set API Key": https:\/\/models\.example .*401 no key/,
    );
    expect(message).not.toContain('--api-key-env');
    expect(message.length).toBeLessThanOrEqual(160);
  }
});
