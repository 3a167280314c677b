import { expect, it } from 'vitest';
import { call, startRun, turn } from '../harness/steps.ts';
import { addEvents } from './fold.ts';
import { addCall, describeCalls, firstWords } from './model-name.ts';
import { createTrace } from './span.ts';

it.each([
  ['\n## Deep **analysis** of `main.ts`\n\nText', 'Deep analysis of main.ts'],
  ['```ts\nconst a = 1;\n```', 'const a = 1;'],
  ['---\n\n- First\n- Second', 'First'],
  ['讓我修改 go.mod 文件：', '讓我修改 go.mod 文件：'],
  [' \n\n', ''],
])('takes the first words of %o', (reply, expected) => expect(firstWords(reply)).toBe(expected));

it('describes calls by their tools and the ends of their paths', () => {
  const shown = (...calls: readonly (readonly [verb: string, name: string])[]) => {
    const named = { text: '', count: 0, verb: '' };
    for (const [verb, name] of calls) addCall(named, { verb, name });
    return describeCalls(named);
  };
  expect(shown(['read', 'src/a/main.ts'], ['read', 'b.ts'])).toBe('→ read main.ts, b.ts');
  expect(shown(['', 'list_skills'])).toBe('→ list_skills');
  expect(shown(['read', 'a'], ['glob', '**/*.md'], ['read', 'c'], ['read', 'd'], ['read', 'e'])).toBe(
    '→ read a, glob **/*.md, read c and 2 more',
  );
});

it('names a call as the model requested it, also if the user changed its arguments', () => {
  const run = startRun('/skills');
  const asked = { tool: 'load_skill_resource', args: { skill_name: 'writer', file_path: 'references/wrong.md' } };
  const request = turn(run, 100, [10, 5], [asked]);
  const made = call(run, request, { ...asked, args: { skill_name: 'writer', file_path: 'references/right.md' } });
  const trace = createTrace();
  const events = run.journal.events.map((event) =>
    event.seq === made.seq ? { ...event, requested: asked.args } : event,
  );
  addEvents(trace, events);
  const names = trace.spans.map(({ kind, name }) => [kind, name]);
  expect(names.find(([kind]) => kind === 'model')?.[1]).toContain('wrong.md');
  expect(names.at(-1)?.[1]).toContain('right.md');
});
