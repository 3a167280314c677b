/** Command lines that take long to look at, before anyone is asked. */
import { describe, expect, test } from 'vitest';
import { canSandbox } from '../../equipment/runtime/sandbox.ts';
import { project } from './client-project.ts';
import { longestTurn, MAX_MILLISECONDS } from './longest-turn.ts';

/** Maximum length of a line that is looked at, in characters. */
const LENGTH = 20_000;
const COUNT = 6;

describe.skipIf(!(await canSandbox()))('the event loop gets a turn within two seconds of the processor', () => {
  test.each(['cd ""&&', 'echo&&'])(
    'if a model calls six commands that are long lists of %s in one step',
    async (part) => {
      // Each is a line of its own.
      const lineOf = (index: number): string => part.repeat(LENGTH / part.length - 1) + index;
      const calls = Array.from({ length: COUNT }, (_, index) => ['Bash', { command: lineOf(index) }] as const);
      const { start } = await project([{ calls: calls.map(([tool, args]) => [tool, args]) }, { text: 'Done.' }]);
      const { value, milliseconds } = await longestTurn(() => start());
      expect(value.ofType('tool_call')).toHaveLength(COUNT);
      expect(value.ofType('pause').length).toBeGreaterThan(0);
      expect(milliseconds).toBeLessThan(MAX_MILLISECONDS);
    },
  );
});
