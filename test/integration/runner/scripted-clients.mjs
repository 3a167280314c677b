/**
 * Scripted programs in place of real clients, for tests of `eval --runner`: `node scripted-clients.mjs FORMAT [BEHAVIOR]`. They
 * print or write a session in the client's format, in which they load the skill of the workspace if the prompt fits it.
 */

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [format, behavior = '', ...args] = process.argv.slice(2);
const prompt = args[0] ?? readFileSync(0, 'utf8');
const FOLDERS = {
  'claude-code': '.claude/skills',
  codex: '.agents/skills',
  rollout: '.agents/skills',
  'gemini-cli': '.gemini/skills',
  opencode: '.claude/skills',
};
const skill = join(process.cwd(), FOLDERS[format] ?? '.claude/skills', 'notes');
const file = join(skill, 'references/guide.md');
if (existsSync(join(skill, 'evals'))) throw new Error('The expected answers are installed.');
const isInstalled = existsSync(join(skill, 'SKILL.md'));
const uses = isInstalled && prompt.includes('release notes');
const answer = uses ? `Notes by the guide for: ${prompt}` : `No notes for: ${prompt}`;
const print = (...records) => process.stdout.write(records.map((one) => `${JSON.stringify(one)}\n`).join(''));
const time = (second) => new Date(Date.UTC(2026, 0, 5, 10, 0, second)).toISOString();
const [text, guide] = uses ? [readFileSync(join(skill, 'SKILL.md'), 'utf8'), readFileSync(file, 'utf8')] : ['', ''];

function claude() {
  const say = (id, content) => ({
    type: 'assistant',
    parent_tool_use_id: null,
    session_id: 's1',
    message: { id, role: 'assistant', model: 'claude-test', content, usage: { input_tokens: 100, output_tokens: 10 } },
  });
  const result = (id, content) => ({
    type: 'user',
    parent_tool_use_id: null,
    session_id: 's1',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
  });
  print({
    type: 'system',
    subtype: 'init',
    session_id: 's1',
    cwd: process.cwd(),
    model: 'claude-test',
    tools: ['Skill', 'Read'],
    skills: isInstalled || behavior === 'offers' ? ['notes'] : [],
  });
  if (uses)
    print(
      say('m1', [{ type: 'tool_use', id: 't1', name: 'Skill', input: { skill: 'notes' } }]),
      result('t1', `Launching skill: notes\nBase directory for this skill: ${skill}`),
    );
  // A trigger trial must not wait for the rest.
  if (uses && behavior === 'waits-after-load') return void setInterval(() => undefined, 1000);
  if (uses)
    print(say('m2', [{ type: 'tool_use', id: 't2', name: 'Read', input: { file_path: file } }]), result('t2', guide));
  print(say('m3', [{ type: 'text', text: answer }]), {
    type: 'result',
    subtype: 'success',
    is_error: false,
    session_id: 's1',
    result: answer,
    num_turns: 3,
    total_cost_usd: 0.01,
    usage: { input_tokens: 300, output_tokens: 30 },
  });
}

const commands = () => [`cat ${skill}/SKILL.md`, `cat ${file}`].map((one) => `/bin/bash -lc '${one}'`);

function codex() {
  const item = (type, id, more) => ({ type, item: { id, ...more } });
  print({ type: 'thread.started', thread_id: '019f-test' }, { type: 'turn.started' });
  for (const [index, command] of uses ? commands().entries() : []) {
    const call = { type: 'command_execution', command };
    const output = { aggregated_output: [text, guide][index], exit_code: 0, status: 'completed' };
    print(
      item('item.started', `i${index}`, { ...call, aggregated_output: '', exit_code: null, status: 'in_progress' }),
    );
    print(item('item.completed', `i${index}`, { ...call, ...output }));
  }
  print(item('item.completed', 'i9', { type: 'agent_message', text: answer }));
  print({ type: 'turn.completed', usage: { input_tokens: 300, cached_input_tokens: 100, output_tokens: 30 } });
}

function rollout() {
  const path = join(process.env.CODEX_HOME ?? '', 'sessions/2026/01/05/rollout-2026-01-05T10-00-00-019f.jsonl');
  const line = (second, type, payload) => `${JSON.stringify({ timestamp: time(second), type, payload })}\n`;
  const cwd = process.cwd();
  const lines = [
    line(0, 'session_meta', { id: '019f', cwd, cli_version: '0.169.0', model_provider: 'openai' }),
    line(1, 'turn_context', { cwd, model: 'gpt-test' }),
    line(2, 'response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text: prompt }] }),
    ...(uses ? [text, guide] : []).flatMap((output, index) => {
      const call = {
        call_id: `c${index}`,
        name: 'exec_command',
        arguments: JSON.stringify({ cmd: commands()[index] }),
      };
      const result = { call_id: `c${index}`, output: `Process exited with code 0\nOutput:\n${output}` };
      return [
        line(3, 'response_item', { type: 'function_call', ...call }),
        line(4, 'response_item', { type: 'function_call_output', ...result }),
      ];
    }),
    line(5, 'response_item', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: answer }] }),
  ];
  mkdirSync(dirname(path), { recursive: true });
  const waits = uses && behavior === 'waits-after-load';
  // The load is in the first five lines.
  writeFileSync(path, (waits ? lines.slice(0, 5) : lines).join(''));
  if (waits) return void setInterval(() => undefined, 1000);
  // Other files that are not sessions.
  writeFileSync(join(process.env.CODEX_HOME ?? '', 'history.jsonl'), '{"session_id":"019f","ts":1,"text":"hi"}\n');
}

function gemini() {
  const event = (type, more) => ({ type, timestamp: time(1), ...more });
  const call = (tool_id, tool_name, parameters, output) => [
    event('tool_use', { tool_id, tool_name, parameters }),
    event('tool_result', { tool_id, status: 'success', output }),
  ];
  process.stdout.write('Loaded cached credentials.\n');
  print(event('init', { session_id: 'g1', model: 'gemini-test' }), event('message', { role: 'user', content: prompt }));
  if (uses)
    print(
      ...call(
        ...['c1', 'activate_skill', { name: 'notes' }],
        // What the client shows its user: the output has it in place of the skill's text.
        behavior === 'no-folder'
          ? 'Skill **notes** activated.'
          : `Skill **notes** activated. Resources loaded from \`${skill}\`:\n\nShowing up to 200 items:\n\n${skill}/\n`,
      ),
      ...call('c2', 'read_file', { file_path: file }, ''),
    );
  print(
    event('message', { role: 'assistant', content: answer.slice(0, 5), delta: true }),
    event('message', { role: 'assistant', content: answer.slice(5), delta: true }),
    event('result', { status: 'success', stats: { input_tokens: 300, output_tokens: 30, cached: 0 } }),
  );
}

function opencode() {
  let step = 1;
  const event = (type, part) => ({
    type,
    timestamp: Date.UTC(2026, 0, 5, 10),
    sessionID: 'ses_test',
    part: { id: `prt_${Math.random()}`, messageID: `msg_${step}`, sessionID: 'ses_test', ...part },
  });
  const tool = (callID, name, input, output, metadata) =>
    event('tool_use', {
      type: 'tool',
      callID,
      tool: name,
      state: { status: 'completed', input, output, title: name, metadata, time: { start: 1, end: 2 } },
    });
  print(event('step_start', { type: 'step-start' }));
  if (uses)
    print(
      tool('c1', 'skill', { name: 'notes' }, `<skill_content name="notes">${text}</skill_content>`, {
        name: 'notes',
        dir: skill,
      }),
      tool('c2', 'read', { filePath: file }, guide, {}),
    );
  step++;
  print(
    event('text', { type: 'text', text: answer }),
    event('step_finish', {
      type: 'step-finish',
      reason: 'stop',
      cost: 0.002,
      tokens: { input: 300, output: 30, reasoning: 0, cache: { read: 0, write: 0 } },
    }),
  );
}

const hostile = {
  hangs: () => void setInterval(() => undefined, 1000),
  floods() {
    const block = Buffer.alloc(1024 * 1024, 'x');
    const next = () => process.stdout.write(block, next);
    next();
  },
  broken: () => void process.stdout.write('{"type":"system","subtype":"init"\n{]\nnot JSON\n'),
  silent: () => undefined,
  fails() {
    process.stderr.write(`Sign in first. ${process.env.TEST_API_KEY ?? ''}\n`);
    process.exitCode = 1;
  },
  overloaded() {
    print({ type: 'system', subtype: 'init', session_id: 's1', cwd: process.cwd(), model: 'claude-test', tools: [] });
    const result = 'API Error: 529 overloaded';
    const message = { id: 'm1', role: 'assistant', content: [{ type: 'text', text: result }] };
    print({ type: 'assistant', session_id: 's1', message });
    print({ type: 'result', subtype: 'success', is_error: true, session_id: 's1', result });
    process.exitCode = Number(args[0] ?? 0);
  },
  leaves() {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'inherit' });
    writeFileSync(process.env.TEST_PID_FILE ?? '', `${child.pid}`);
    child.unref();
    claude();
  },
  links() {
    // Outside only by a link of its own, which the comparison must not follow.
    symlinkSync(process.env.TEST_OUTSIDE ?? '', join(process.cwd(), 'outside'));
    if (existsSync(join(process.cwd(), 'escape'))) writeFileSync(join(process.cwd(), 'escape/written.txt'), 'x');
    writeFileSync(join(process.cwd(), 'NOTES.md'), answer);
    claude();
  },
  secret() {
    print({ type: 'system', subtype: 'init', session_id: 's1', cwd: process.cwd(), model: 'm', tools: [] });
    const said = `The key is ${process.env.TEST_API_KEY}.`;
    print({ type: 'assistant', message: { id: 'm1', role: 'assistant', content: [{ type: 'text', text: said }] } });
  },
};

const formats = { 'claude-code': claude, codex, rollout, 'gemini-cli': gemini, opencode };
(hostile[behavior] ?? formats[format])();
