/** A project whose skill is run as Claude Code, for tests of what comes back later: approvals, denials and secrets. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readJournal } from '../../../runtime/journal/reader.ts';
import { hashOfText } from '../../../runtime/workspace-copy/restore-files.ts';
import { defined } from '../../../skill/index.ts';
import { manifest, writeFiles } from '../../equipment/runtime/folders.ts';
import { type Reply, startModelServer } from '../run-server.ts';
import { type CliResult, createTemporaryFolder, runCli } from '../run-support.ts';

/** The API key of the runs. */
export const SECRET = 'sk-test-3f9a8b7c6d5e4f3a';
/** A reply that calls Bash. */
export const bash = (command: string): Reply => ({ calls: [['Bash', { command }]] });
/** Runs the skill's script. */
export const SCRIPT = 'bash ~/.claude/skills/one/scripts/x.sh';

/** A project with a skill, and a model that gives `replies`, the last one again and again. */
export async function project(replies: readonly Reply[]) {
  const cwd = createTemporaryFolder();
  writeFiles(cwd, {
    'workspace/README.md': '# App\n',
    'skills/one/SKILL.md': manifest('one'),
    'skills/one/scripts/x.sh': 'echo approved-text\n',
  });
  const server = await startModelServer(replies);
  onTestFinished(() => server.close());
  const env = { XDG_DATA_HOME: join(cwd, 'data'), OPENAI_API_KEY: SECRET };
  const cli = (...args: readonly string[]) => runCli(args, { cwd, env });
  const asProcess = (more: Record<string, string>, args: readonly string[]) =>
    runCli(args, { cwd, env: { ...env, ...more }, process: true });
  const runs = ['--runs', 'runs', '--json'];
  const model = ['--model', 'openai-compatible/m', '--base-url', server.url];
  const place = ['--skills', 'skills', '--workspace', 'workspace', '--client', 'claude-code'];
  return {
    cwd,
    server,
    cli,
    /** @param variables for a process of its own */
    start: (variables: Record<string, string> = {}, ...more: readonly string[]) => {
      const args = ['run', 'Do it.', ...place, ...model, ...runs, ...more];
      return Object.keys(variables).length === 0 ? cli(...args) : asProcess(variables, args);
    },
    /** @param killAtLine text of the line at which the process kills itself */
    killed: (killAtLine: string, ...more: readonly string[]) =>
      runCli(['run', 'Do it.', ...place, ...model, ...runs, ...more], { cwd, env, killAtLine }),
    /** Adds a file to what the first command of a run left changed, as anyone can who writes to the folder of runs. */
    addFile(id: string, path: string, content: string) {
      const journal = join(cwd, 'runs', id, 'journal.jsonl');
      const lines = readFileSync(journal, 'utf8').split('\n');
      const at = lines.findIndex((line) => line.includes('"type":"tool_result"') && line.includes('"tool":"Bash"'));
      const event = JSON.parse(lines[at] ?? '');
      lines[at] = JSON.stringify({
        ...event,
        files: [...(event.files ?? []), { path, content, hash: hashOfText(content) }],
      });
      writeFileSync(journal, lines.join('\n'));
    },
    approve: (id: string, to: CliResult, killAtLine?: string) =>
      runCli(['resume', id, '--approve', to.ofType('pause')[0]?.id ?? '', ...runs], defined({ cwd, env, killAtLine })),
    deny: (id: string, to: CliResult) => cli('resume', id, '--deny', to.ofType('pause')[0]?.id ?? '', ...runs),
    fork: (id: string, at: number) => cli('fork', id, '--at', String(at), ...runs),
    changeScript: () => writeFiles(cwd, { 'skills/one/scripts/x.sh': 'echo changed-text\n' }),
    events: (id: string) => readJournal(join(cwd, 'runs', id, 'journal.jsonl')).events,
    resultsOf: (id: string) =>
      readJournal(join(cwd, 'runs', id, 'journal.jsonl')).events.flatMap((event) =>
        event.type === 'tool_result' && event.tool === 'Bash' ? [event.result] : [],
      ),
  };
}

/** Returns the id of the run that a command started. */
export const idOf = (result: CliResult) => result.ofType('run_started')[0]?.run ?? '';
/** A reply that loads the skill. */
export const LOAD: Reply = { calls: [['Skill', { skill: 'one' }]] };
