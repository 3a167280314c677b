/** A handwritten run that simulates Claude Code: it loads a skill, misses a script, and finds it in the skill's folder. */
import type { Json, RunEvent } from '../../../runtime/protocol/events.ts';
import { type Script, script } from './events.ts';

const COPY = '/tmp/skillwright-client-20261120-143144-greeter';
const HOME = `${COPY}/home`;

/** Adds a call and its result, below one model call. */
function callTool(journal: Script, tool: string, args: Json, result: object): number {
  const request = journal.add(40, { type: 'llm_request', call: 1, tools: ['Skill', 'Read', 'Bash'] });
  const id = `call-${request}`;
  const calls = [{ id, tool, args }];
  journal.add(200, {
    type: 'llm_response',
    call: 1,
    text: '',
    toolCalls: calls,
    usage: {},
    finish: 'tool-calls',
    parent: request,
  });
  const call = journal.add(5, { type: 'tool_call', id, tool, args, parent: request });
  journal.add(30, { type: 'tool_result', id, tool, result: '', durationMs: 30, parent: call, ...result });
  return call;
}

/** @param root the folder that contains the skill `greeter` */
export function clientRun(root: string, client = 'claude-code'): readonly RunEvent[] {
  const journal = script(undefined, 'agent');
  const start = journal.add(0, {
    type: 'run_started',
    run: '20261120-143144-greeter',
    model: 'simulated/weak',
    skills: [{ name: 'greeter', root: `${root}/greeter` }],
    guards: 'default',
    maxLlmCalls: 500,
    prompt: 'Greet the new people',
    simulated: true,
    client,
    workspace: '/work/shop',
    install: 'user',
  });
  const skill = `${HOME}/.claude/skills/greeter`;
  callTool(
    journal,
    'Skill',
    { skill: 'greeter' },
    { result: 'Launching skill: greeter', message: `Base directory for this skill: ${skill}\n\n# Greet` },
  );
  callTool(
    journal,
    'Bash',
    { command: 'python3 scripts/hello.py' },
    {
      result: "Exit code 2\npython3: can't open file 'scripts/hello.py'",
      error_code: 'COMMAND_FAILED',
      miss: { skill: 'greeter', path: 'scripts/hello.py', kind: 'script' },
    },
  );
  callTool(journal, 'Read', { file_path: `${COPY}/workspace/README.md` }, { result: '1\t# Shop' });
  callTool(journal, 'Read', { file_path: `${skill}/references/tone.md` }, { result: '1\tBe kind.' });
  callTool(journal, 'Bash', { command: `python3 ${skill}/scripts/hello.py --all` }, { result: 'hello' });
  journal.add(10, { type: 'run_finished', reason: 'final', llmCalls: 5, text: 'Done.', usage: {}, parent: start });
  return journal.events;
}
