import type { Command } from 'commander';

/** A command as the help of `skillwright` lists it, so that printing it loads none of them. */
interface CommandEntry {
  /** The options and arguments after its name, as in a list of commands. */
  readonly usage: string;
  readonly description: string;
  /** Loads what it accepts. What it does is loaded when it runs: `check` never loads the agent runtime. */
  readonly load: () => Promise<Command>;
}

type RuntimeCommands = typeof import('../runtime/cli/commands/index.ts');

async function ofRuntime(create: (commands: RuntimeCommands) => Command): Promise<Command> {
  const command = create(await import('../runtime/cli/commands/index.ts'));
  // Help needs no network, and `check` uses none.
  return command.hook('preAction', async () => (await import('../runtime/network/use-network.ts')).useNetwork());
}

/** The commands by name, in the order of the help. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  check: {
    usage: '[options] [path...]',
    description: 'Checks skills for problems that make a model fail.',
    load: async () =>
      (await import('../server/check/command.ts')).checkCommand(async (folders, revision) =>
        (await import('../runtime/git/changed-paths.ts')).findChangedPaths(folders, revision),
      ),
  },
  run: {
    usage: '[options] <prompt>',
    description: 'Runs an agent on skills, with guards, and records a journal.',
    load: () => ofRuntime(({ runCommand }) => runCommand()),
  },
  resume: {
    usage: '[options] <run>',
    description: 'Continues a run that is waiting for an answer or whose process was killed.',
    load: () => ofRuntime(({ resumeCommand }) => resumeCommand()),
  },
  fork: {
    usage: '[options] <run>',
    description: 'Starts a new run from a step of another one: what came before is copied and does not run again.',
    load: () => ofRuntime(({ forkCommand }) => forkCommand()),
  },
  runs: {
    usage: '[options]',
    description: 'Lists saved runs, newest first, with the ids that other commands take.',
    load: () => ofRuntime(({ runsCommand }) => runsCommand()),
  },
  diff: {
    usage: '[options] <a> <b>',
    description: 'Compares two runs or sessions step by step and names the likely reason for their first difference.',
    load: () => ofRuntime(({ diffCommand }) => diffCommand()),
  },
  show: {
    usage: '[options] <run>',
    description: 'Shows what the model received in each call of a run, and estimates the tokens of its parts.',
    load: () => ofRuntime(({ showCommand }) => showCommand()),
  },
  import: {
    usage: '[options] <file...>',
    description: 'Reads sessions of other agents: which skills they loaded, read and missed.',
    load: () => ofRuntime(({ importCommand }) => importCommand()),
  },
  sessions: {
    usage: '',
    description: 'Lists the sessions that agents left on this machine, and reports which skills they used and missed.',
    load: () => ofRuntime(({ sessionsCommand }) => sessionsCommand()),
  },
  export: {
    usage: '[options] <run>',
    description: 'Exports a run, or the session of another agent, for other tools. Secrets are redacted.',
    load: () => ofRuntime(({ exportCommand }) => exportCommand()),
  },
  replay: {
    usage: '[options] <run>',
    description: "Replays a run with its model's recorded answers and reports where it would differ today.",
    load: () => ofRuntime(({ replayCommand }) => replayCommand()),
  },
  eval: {
    usage: '[options] <skill...>',
    description: 'Runs the eval cases of skills many times, with and without the skill, and judges the runs.',
    load: () => ofRuntime(({ evalCommand }) => evalCommand()),
  },
  stress: {
    usage: '[options] <skill...>',
    description: 'Runs simulated models on skills many times and reports which words of SKILL.md waste calls.',
    load: () => ofRuntime(({ stressCommand }) => stressCommand()),
  },
  catalog: {
    usage: '[options]',
    description: 'Shows the skills that each client offers to a model in a folder, and why it does not offer others.',
    load: () => ofRuntime(({ catalogCommand }) => catalogCommand()),
  },
  hook: {
    usage: '',
    description: 'Tells agents of other clients where a missed file of a skill is, while they work: their hooks.',
    load: () => ofRuntime(({ hookCommand }) => hookCommand()),
  },
  clients: {
    usage: '[options]',
    description: 'Lists the clients that `run --client` can simulate, and how each handles skills.',
    load: () => ofRuntime(({ clientsCommand }) => clientsCommand()),
  },
  models: {
    usage: '[options] [provider]',
    description: 'Lists the models of LM Studio and Ollama on this machine, or those of a provider.',
    load: () => ofRuntime(({ modelsCommand }) => modelsCommand()),
  },
  dap: {
    usage: '[options]',
    description: 'Starts a debug adapter for an editor: it runs an agent and stops it at breakpoints.',
    load: () => ofRuntime(({ dapCommand }) => dapCommand()),
  },
  lsp: {
    usage: '[options]',
    description: 'Starts the language server for an editor.',
    load: async () => (await import('../server/check/lsp.ts')).lspCommand(),
  },
  mcp: {
    usage: '[options]',
    description: 'Starts an MCP server for agents that write skills: it checks, fixes, explains and previews them.',
    load: async () => (await import('./mcp/command.ts')).mcpCommand(),
  },
};
