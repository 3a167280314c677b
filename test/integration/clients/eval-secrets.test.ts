/** Secrets in the files of an eval, and in everything that a real client reports. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ownFolders } from '../../../scripts/lib/own-folders.ts';
import { manifest, writeFiles } from '../../equipment/runtime/folders.ts';
import { startModelServer } from '../run-server.ts';
import { createTemporaryFolder, runCli } from '../run-support.ts';

const SECRET = 'a1b2c3d4e5f6a7b8c9d0';

/** Returns the names and texts of all files below a folder that contain a secret. */
const filesWith = (folder: string, secret: string): readonly string[] =>
  (existsSync(folder) ? readdirSync(folder, { withFileTypes: true, recursive: true }) : []).flatMap((one) => {
    const path = join(one.parentPath, one.name);
    const text = one.isFile() ? readFileSync(path, 'latin1') : '';
    return `${one.name}\n${text}`.includes(secret) ? [path.slice(folder.length + 1)] : [];
  });

describe('a secret of the environment is in no result', () => {
  test('if the eval file of a skill has it in a prompt, an id, an assertion and a file', async () => {
    const cwd = createTemporaryFolder();
    const one = {
      id: `case-${SECRET}`,
      prompt: `Use ${SECRET}.`,
      expected_output: SECRET,
      files: [{ path: `in-${SECRET}.txt`, content: SECRET }],
      assertions: [
        { text: `Has ${SECRET}.`, check: 'substring', value: SECRET },
        { text: 'Has a file.', check: 'file', path: `${SECRET}.txt` },
        { text: 'Has a pattern.', check: 'regex', pattern: `${SECRET}x` },
        `The answer has ${SECRET}.`,
      ],
    };
    writeFiles(cwd, {
      'one/SKILL.md': manifest('one'),
      'one/evals/evals.json': JSON.stringify({ skill_name: 'one', evals: [one] }),
    });
    const server = await startModelServer(({ body }) => ({
      text: body.model === 'judge' ? `{"passed": false, "evidence": "No ${SECRET}."}` : `It is ${SECRET}.`,
    }));
    onTestFinished(() => server.close());
    const args = ['--client', 'claude-code', '--trials', '1', '--out', 'out', '--base-url', server.url];
    const models = ['--model', 'openai-compatible/m', '--judge', 'openai-compatible/judge', '--judge-votes', '1'];
    const pages = ['--html', 'out/eval.html', '--html-timelines', '--summary', 'out/summary.md'];
    const env = { XDG_DATA_HOME: join(cwd, 'data'), OPENAI_API_KEY: SECRET };
    const ran = await runCli(['eval', 'one', ...args, ...models, ...pages], { cwd, env });
    expect([ran.code, server.requests.length > 2]).toEqual([0, true]);
    expect({
      files: [...filesWith(join(cwd, 'out'), SECRET), ...filesWith(join(cwd, 'data'), SECRET)],
      said: [ran.stdout, ran.stderr].filter((text) => text.includes(SECRET)),
    }).toEqual({ files: [], said: [] });
  });

  test.each(['0', '1'])(
    'if a client reports it in every field, its files and its errors, and ends with %s',
    async (code) => {
      const cwd = createTemporaryFolder();
      const evals = [{ id: 't', prompt: 'Do it.', assertions: [{ check: 'file', path: 'x.txt', pattern: 'q' }] }];
      writeFiles(cwd, { 'one/SKILL.md': manifest('one'), 'one/evals/evals.json': JSON.stringify({ evals }) });
      const client = join(cwd, 'client.mjs');
      writeFileSync(
        client,
        `import { writeFileSync, mkdirSync } from 'node:fs';
const s = process.env.TEST_API_KEY;
const b = Buffer.from(s).toString('base64');
mkdirSync(s);
for (const name of [s + '/' + s, 'x.txt', b]) writeFileSync(name, s + '\\n' + b + '\\n' + [...s].map((c) => '%' + c.charCodeAt(0).toString(16)).join(''));
const out = (o) => console.log(JSON.stringify({ ...o, session_id: s, uuid: s }));
const message = (content) => ({ id: s, role: 'assistant', model: s, stop_reason: s, content, usage: { input_tokens: 1, output_tokens: 1, [s]: s } });
out({ type: 'system', subtype: 'init', cwd: process.cwd(), model: s, tools: [s], slash_commands: [s], skills: [s] });
out({ type: 'assistant', message: message([{ type: 'thinking', thinking: s }, { type: 'text', text: s.slice(0, 9) }, { type: 'text', text: s.slice(9) }, { type: 'tool_use', id: s, name: s, input: { [s]: b } }]) });
out({ type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: s, is_error: true, content: [{ type: 'text', text: s }] }] } });
out({ type: 'result', subtype: process.argv[2] === '1' ? s : 'success', is_error: process.argv[2] === '1', result: 'Key: ' + s + ' ' + b, usage: { input_tokens: 1, output_tokens: 1 } });
console.error('Failed with ' + s + ' and ' + b);
process.exitCode = Number(process.argv[2]);
`,
      );
      const env = { ...ownFolders(createTemporaryFolder()), TEST_API_KEY: SECRET };
      const runner = ['--runner', `${process.execPath} ${client} ${code}`];
      const pages = ['--html', 'out/eval.html', '--html-timelines', '--summary', 'out/summary.md'];
      const args = ['--client', 'claude-code', '--trials', '1', '--out', 'out', ...runner, ...pages];
      const ran = await runCli(['eval', 'one', ...args], { cwd, env });
      expect(JSON.stringify([readFileSync(join(cwd, 'out/results.json'), 'utf8'), ran.stderr])).toContain('case');
      const texts = [SECRET, Buffer.from(SECRET).toString('base64').slice(0, 24)];
      expect({
        files: texts.flatMap((text) => filesWith(join(cwd, 'out'), text)),
        said: [ran.stdout, ran.stderr].filter((said) => texts.some((text) => said.includes(text))),
      }).toEqual({ files: [], said: [] });
      expect(filesWith(join(cwd, 'out'), '[redacted]').length).toBeGreaterThan(0);
    },
  );
});
