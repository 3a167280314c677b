import type { ClientBehavior, FileTool } from '../../skill/index.ts';
import type { Tool, Toolset } from '../loop/tools.ts';
import { activationTool } from './activation-tool.ts';
import { globTool } from './glob-tool.ts';
import { grepTool } from './grep-tool.ts';
import type { Installation } from './installation.ts';
import { introduceSkills } from './introduce-skills.ts';
import { listTool } from './list-tool.ts';
import { Reach } from './reach.ts';
import { readTool } from './read-tool.ts';
import { ShellSession } from './shell-session.ts';
import { shellTool } from './shell-tool.ts';
import type { ClientContext } from './tool-result.ts';

export interface ClientToolsetOptions {
  /** The client's name, for questions to the user. */
  readonly client: string;
  readonly behavior: ClientBehavior;
  readonly installation: Installation;
  /** False in an untrusted workspace: no command runs. */
  readonly trusted: boolean;
  readonly sessionId: string;
}

/** Returns the tools and the list of skills that a client offers, over an installed copy. */
export function clientToolset(options: ClientToolsetOptions): Toolset {
  const { client, behavior, installation, trusted, sessionId } = options;
  const loaded: string[] = [];
  const reach = new Reach(installation, behavior.reach, (name) => loaded.includes(name));
  const context: ClientContext = { behavior, installation, reach };
  const session = new ShellSession(behavior.shell, installation);
  const { activation } = behavior;
  const tools: readonly Tool[] = [
    ...(activation.kind === 'tool'
      ? [activationTool({ activation, context, sessionId, onLoad: ({ name }) => loaded.push(name) })]
      : []),
    ...behavior.fileTools.map((tool) => fileTool(tool, context)),
    shellTool({ tool: behavior.shell, client, context, session, trusted, loaded: () => loaded.at(-1) }),
  ];
  const introduction = introduceSkills(behavior, installation.skills);
  const environment = `The working directory is ${installation.workspace}.`;
  let isFirst = true;
  return {
    prepare() {
      const notes = isFirst ? [...installation.notes, ...(introduction?.notes ?? [])] : [];
      isFirst = false;
      if (introduction?.role === 'user') return { tools, instruction: environment, opening: introduction.text, notes };
      const instruction = introduction === undefined ? environment : `${introduction.text}\n\n${environment}`;
      return { tools, instruction, notes };
    },
  };
}

function fileTool(tool: FileTool, context: ClientContext): Tool {
  switch (tool.kind) {
    case 'read':
      return readTool(tool, context);
    case 'list':
      return listTool(tool, context);
    case 'glob':
      return globTool(tool, context);
    case 'grep':
      return grepTool(tool, context);
  }
}
