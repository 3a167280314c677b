import { failure, type Tool, type ToolOutcome } from '../../../../runtime/loop/interfaces/tools.ts';
import type { Json } from '../../../../runtime/protocol/events.ts';
import type { Random } from '../../../../runtime/random.ts';
import type { ScriptExecutor } from '../../../../runtime/scripts/executor.ts';
import { defined } from '../../../../skill/index.ts';

const READS: ReadonlySet<string> = new Set(['same', 'poll', 'waits', 'timed', 'advances']);
const never = (): Promise<never> => new Promise(() => undefined);

/** Creates tools with every kind of behavior; `hang` may never return. */
export function randomTools({ int: below, pick, oneIn }: Random): readonly Tool[] {
  let count = 0;
  const behaviors: Record<string, Tool['execute']> = {
    same: () => ({ kind: 'result', value: 'as ever' }),
    poll: () => ({ kind: 'result', value: { n: ++count } }),
    waits: () => ({ kind: 'result', value: { n: Math.floor(++count / 3) } }),
    timed: () => ({ kind: 'result', value: noisy(++count, 3) }),
    advances: () => ({ kind: 'result', value: noisy(++count, Math.floor(count / 3)) }),
    fails: () => failure(pick(['A', 'A', 'B']), 'no'),
    invents: () => failure(`E${++count}`, 'no'),
    throws: () => {
      throw pick([new Error('boom'), 'text', null, undefined, { odd: true }]);
    },
    rejects: () => Promise.reject(new Error('later')),
    slow: () =>
      new Promise<ToolOutcome>((resolve) => setTimeout(resolve, 1 + below(3), { kind: 'result', value: 'slow' })),
    hang: () => (oneIn(3) ? never() : { kind: 'result', value: 'not this time' }),
    large: () => ({ kind: 'result', value: 'y'.repeat(below(200_000)) }),
    writes: (_, { state }) => {
      state.set(`key${below(3)}`, below(100));
      state.set('temp:secret', 'temporary');
      return { kind: 'result', value: null };
    },
    reports: (_, context) => {
      context.actions.readOnly = oneIn(2);
      setTimeout(() => context.emit({ type: 'note', message: 'late' }), below(5));
      context.emit({ type: 'note', message: 'now' });
      return { kind: 'result', value: [] };
    },
    asks: async (_, context) => {
      await context.requestConfirmation('May I?');
      return { kind: 'result', value: 'allowed' };
    },
  };
  // Some declare that they only read, others that a particular call changed nothing.
  const tools = Object.entries(behaviors).map(([name, execute]) =>
    defined<Tool>({
      name,
      description: '',
      inputSchema: {},
      execute,
      readOnly: READS.has(name) ? true : undefined,
    }),
  );
  return [
    ...tools,
    {
      name: 'approved',
      description: '',
      inputSchema: {},
      needsApproval: true,
      execute: behaviors.poll as Tool['execute'],
    },
  ];
}

/** Returns typical tool output with `n` in all parts that are noise and `done` in all significant parts. */
function noisy(n: number, done: number): Json {
  const second = String(n % 60).padStart(2, '0');
  return {
    durationMs: n,
    pid: 1000 + n,
    done,
    stdout: [
      `2026-11-22 10:00:${second} INFO ${done} of 40 done`,
      `pid ${n} took ${n}.5 s, then ${n} ms`,
      `session_id: a${n}`,
      `${done} passed in ${n}.25s`,
      `retrying in ${done} s, ${done} ms left`,
    ].join('\n'),
    content: [{ type: 'text', text: `{"elapsed": ${n}, "done": ${done}}` }],
  };
}

/** Creates an executor that runs nothing, as the scripts of real skills are untrusted, but returns realistic results. */
export function randomExecutor({ pick, int: below }: Random): ScriptExecutor {
  return {
    trusted: true,
    plan: async (path) =>
      /\.(?:py|sh|js)$/.test(path)
        ? { kind: 'plan', command: ['x', path], needs: [], environment: {}, sandbox: 'none', timeoutSeconds: 1 }
        : { kind: 'failed', code: 'UNSUPPORTED_SCRIPT_TYPE', message: 'No.' },
    run: async () => {
      const run = { kind: 'ran', sandbox: 'none', stdout: pick(['', 'out', `n ${below(9)}`]), durationMs: 1 } as const;
      const stderr = pick(['', 'warning']);
      return pick([
        { ...run, stderr, exitCode: pick([0, 1, null]), timedOut: false },
        { ...run, stderr, exitCode: null, timedOut: true },
        { kind: 'failed' as const, code: 'EXECUTION_ERROR' as const, message: 'broken' },
      ]);
    },
  };
}
