import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import { describe, expect, it } from 'vitest';
import { longRun } from '../../test/equipment/runtime/long-run.ts';
import { textOf } from '../clients/tool-result.ts';
import { relevantArguments } from '../guards/fingerprint.ts';
import { shapeProblem } from '../journal/event-shape.ts';
import { createKeys } from '../models/keys/keys.ts';
import { finishReason, modelNames } from '../otlp/conventions.ts';
import { SpanBuilder } from '../otlp/span-builder.ts';
import { interpreterFor } from '../scripts/interpreters.ts';
import { jsonAt, textAt } from '../sessions/spans/attributes.ts';
import { openInferenceMessages } from '../sessions/spans/openinference.ts';
import { formatEnds } from '../stress/describe.ts';
import { mediaTypeOf } from '../toolset/media-type.ts';
import { apiKeyOf } from './dap-launch.ts';
import { prettyEvent } from './pretty-event.ts';

/** Properties that every object inherits: objects that are indexed by foreign text would find them. */
const INHERITED = ['__proto__', 'constructor', 'hasOwnProperty', 'toString'];

const GUARDED = readFileSync(
  join(import.meta.dirname, '../../test/equipment/fixtures/transcripts/weak-guarded.jsonl'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line): unknown => JSON.parse(line));

describe.each(INHERITED)('%s is an ordinary name', (name) => {
  it.each<[what: string, actual: () => unknown, expected: unknown]>([
    ['of a provider', () => modelNames(`${name}/model`), { provider: name, id: 'model' }],
    ['of a finish reason', () => finishReason(name), name],
    ['of a file extension', () => mediaTypeOf(`a.${name}`), 'application/octet-stream'],
    ['of a tool', () => relevantArguments(name, { a: 1 }), { a: 1 }],
    ['of an absent argument', () => textOf({}, name), undefined],
    ['of an unset environment variable', () => apiKeyOf({ apiKeyEnv: name } as never), undefined],
    [
      'of an origin',
      () => createKeys({ byOrigin: {} }).keyFor({ origin: name, provider: { keyVariables: [] } } as never),
      undefined,
    ],
    ['of the end of a run', () => formatEnds({ ended: { [name]: 2 } } as never), `2 ${name}`],
    ['of a type of event', () => shapeProblem({ type: name, seq: 1 } as never), undefined],
    ['of an absent attribute', () => [textAt({}, name), jsonAt({}, name)], [undefined, undefined]],
    [
      'of a field of a message',
      () =>
        openInferenceMessages({ [`in.0.message.${name}`]: { role: 'tool' }, 'in.0.message.role': 'user' }, 'in.')
          .length,
      1,
    ],
  ])('%s', (_, actual, expected) => {
    expect(actual()).toEqual(expected);
  });

  it('of the extension of a script', async () => {
    expect(await interpreterFor(`/x/a.${name}`)).toMatchObject({ kind: 'failed', code: 'UNSUPPORTED_SCRIPT_TYPE' });
  });

  it('in any field of any event', () => {
    for (const event of variants([...longRun(3), ...GUARDED], name)) {
      expect(() => {
        const builder = new SpanBuilder({ run: 'r' });
        builder.add(event as never);
        builder.finish();
        if (shapeProblem(event as never) === undefined) prettyEvent(event as never, pc.createColors(false));
      }, JSON.stringify(event)).not.toThrow();
    }
  });
});

/** Returns copies of the values, each with another text or key replaced by `name`. */
function variants(values: readonly unknown[], name: string): readonly unknown[] {
  return values.flatMap((value) => replaced(value, name));
}

function replaced(value: unknown, name: string): readonly unknown[] {
  if (typeof value === 'string') return [name];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((one, index) => replaced(one, name).map((other) => value.with(index, other)));
  return Object.entries(value).flatMap(([key, one]) =>
    replaced(one, name).map((other) => ({ ...value, [key]: other })),
  );
}
