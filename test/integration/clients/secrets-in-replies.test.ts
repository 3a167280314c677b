/** Secrets that a model's reply repeats in each of its parts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { canSandbox } from '../../equipment/runtime/sandbox.ts';
import type { Reply } from '../run-server.ts';
import { idOf, project, SECRET } from './client-project.ts';

const hasSandbox = await canSandbox();

/** Returns the texts of all files below a folder. */
function textsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((one) => [
    one.name,
    ...(one.isFile() ? [readFileSync(join(one.parentPath, one.name), 'latin1')] : []),
  ]);
}

describe.skipIf(!hasSandbox)('secrets', () => {
  test('in ids, names, keys, reasons and figures of a reply are in no file, output or export', async () => {
    const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
      `data: ${JSON.stringify({
        id: `id-${SECRET}`,
        object: 'chat.completion.chunk',
        created: 1,
        model: `m-${SECRET}`,
        system_fingerprint: SECRET,
        choices: [{ index: 0, delta, finish_reason: finish, [SECRET]: SECRET }],
        ...more,
      })}\n\n`;
    const frames = (name: string, finish: string): Reply => ({
      frames: [
        chunk({
          tool_calls: [
            {
              index: 0,
              id: `call-${SECRET}`,
              type: 'function',
              function: {
                name,
                // A file, a folder and a link with the name of the secret.
                arguments: JSON.stringify({
                  command: `mkdir ${SECRET}; touch ${SECRET}/${SECRET}; ln -s ${SECRET} l; echo made`,
                  [SECRET]: { [SECRET]: 1 },
                }),
              },
            },
          ],
        }),
        chunk({}, finish, {
          usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, [SECRET]: SECRET },
        }),
        'data: [DONE]\n\n',
      ],
    });
    const { cwd, start, cli, resultsOf } = await project([
      frames('Bash', 'tool_calls'),
      frames(`T_${SECRET}`, SECRET),
      { text: 'Done.' },
    ]);
    const ran = await start({}, '--yes');
    const id = idOf(ran);
    expect([ran.code, resultsOf(id)]).toEqual([0, ['made']]);
    expect(ran.ofType('tool_call').map(({ tool }) => tool)).toEqual(['Bash', 'T_[redacted]']);
    const exports = await Promise.all(
      ['html', 'otlp'].map((format) => cli('export', id, '--format', format, '--runs', 'runs')),
    );
    expect(exports.map(({ code }) => code)).toEqual([0, 0]);
    const written = [...textsBelow(join(cwd, 'runs')), ...textsBelow(join(cwd, 'data'))];
    const said = [ran, ...exports].flatMap(({ stdout, stderr }) => [stdout, stderr]);
    expect([...written, ...said].filter((text) => text.includes(SECRET.slice(8)))).toEqual([]);
  });
});
