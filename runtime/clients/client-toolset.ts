import type { LanguageModelV4ToolCallPart } from '@ai-sdk/provider';
import { type ClientBehavior, defined, type FileTool } from '../../skill/index.ts';
import type { Prepared, StepContext, Tool, Toolset } from '../loop/interfaces/tools.ts';
import type { FileMiss, JsonObject, SkillFile } from '../protocol/events.ts';
import { activationTool } from './activation-tool.ts';
import { lookupsIn } from './command-lookups.ts';
import type { CommandShell } from './command-shell.ts';
import { fileLookups } from './file-lookups.ts';
import { globTool } from './glob-tool.ts';
import { grepTool } from './grep-tool.ts';
import type { Installation, InstalledSkill } from './installation.ts';
import { introduceSkills } from './introduce-skills.ts';
import { listTool } from './list-tool.ts';
import { type ApprovedSkills, LoadedSkills, type Lookup } from './loaded-skills.ts';
import { Reach } from './reach.ts';
import { readTool } from './read-tool.ts';
import { saveFiles } from './saved-files.ts';
import { ShellSession } from './shell-session.ts';
import { shellTool, wasDenied } from './shell-tool.ts';
import { type ClientContext, textOf } from './tool-result.ts';
import { trackFiles } from './track-files.ts';

export interface ClientToolsetOptions {
  /** The client's name, for questions to the user. */
  readonly client: string;
  readonly behavior: ClientBehavior;
  readonly installation: Installation;
  /** False in an untrusted workspace: no command runs. */
  readonly trusted: boolean;
  readonly sessionId: string;
  /** Replaces the shell that runs commands in the sandbox. */
  readonly commandShell?: CommandShell;
}

/** Returns the tools and the list of skills that a client offers, over an installed copy. */
export function clientToolset(options: ClientToolsetOptions): Toolset {
  const { client, behavior, installation, trusted, sessionId } = options;
  const loaded: string[] = [];
  const reach = new Reach(installation, behavior.reach, (name) => loaded.includes(name));
  const context: ClientContext = { behavior, installation, reach };
  const { commandShell: session = new ShellSession(behavior.shell, installation) } = options;
  const { activation, shell } = behavior;
  const files = new LoadedSkills(installation);
  const onLoad = ({ name, path }: InstalledSkill): SkillFile | undefined => {
    loaded.push(name);
    return files.recordRead(path);
  };
  const lookups = new Map<string, (args: JsonObject) => readonly Lookup[]>();
  const tracked = (tool: Tool, lookupsOf: (args: JsonObject) => readonly Lookup[]): Tool => {
    lookups.set(tool.name, lookupsOf);
    return trackFiles(tool, files, lookupsOf);
  };
  const withSavedFiles = (tool: Tool): Tool => (session.runsNothing ? tool : saveFiles(tool, installation));
  const lookupsOfTool = (tool: FileTool, args: JsonObject): readonly Lookup[] => {
    if (tool.kind === 'grep') files.recordSearch(reach.absolute(textOf(args, tool.path) ?? '.'));
    return fileLookups(tool, reach, args);
  };
  /** The lookups of commands by their arguments, because a command is parsed for its approval and for its result. */
  const parsed = new WeakMap<JsonObject, readonly Lookup[]>();
  const commandLookups = (args: JsonObject): readonly Lookup[] => {
    const directory = session.directoryFor(textOf(args, shell.workdir));
    const found = parsed.get(args) ?? lookupsIn(textOf(args, shell.command) ?? '', directory, installation.home);
    parsed.set(args, found);
    return found;
  };
  const scriptsFor = (args: JsonObject): ApprovedSkills =>
    files.scriptsFor(session.directoryFor(textOf(args, shell.workdir)), commandLookups(args));
  const denial = { wasGiven: false };
  const tools: readonly Tool[] = [
    ...(activation.kind === 'tool'
      ? [
          activationTool({
            activation,
            context,
            sessionId,
            isLoaded: (name) => loaded.includes(name),
            onLoad,
            missOf: (name) => files.nameMissOf(name),
          }),
        ]
      : []),
    ...behavior.fileTools.map((tool) => tracked(fileTool(tool, context), (args) => lookupsOfTool(tool, args))),
    tracked(
      withSavedFiles(shellTool({ tool: shell, client, context, session, trusted, scriptsFor, denial })),
      commandLookups,
    ),
  ];
  /** Records again what the calls of an earlier process loaded and read. */
  const restore = (tool: string, args: JsonObject): void => {
    const name =
      activation.kind === 'tool' && activation.tool === tool ? textOf(args, activation.parameter) : undefined;
    const skill = installation.skills.find((one) => one.name === name);
    if (skill !== undefined) onLoad(skill);
    if (tool === shell.tool) scriptsFor(args);
    for (const lookup of lookups.get(tool)?.(args) ?? [])
      if (files.existingKind(lookup) === 'file') files.recordRead(lookup.path);
  };
  const introduction = introduceSkills(behavior, installation.skills);
  const environment = `The working directory is ${installation.workspace}.`;
  const missOfTool = (tool: string): FileMiss | undefined => files.toolMissOf(tool);
  let isFirst = true;
  return {
    prepare({ messages }): Prepared {
      if (isFirst) for (const { toolName, input } of callsIn(messages)) restore(toolName, input as JsonObject);
      // A denial that an earlier process paused for reaches no tool.
      denial.wasGiven ||= wasDenied(shell.tool, messages);
      const notes = isFirst ? [...installation.notes, ...(introduction?.notes ?? [])] : [];
      isFirst = false;
      if (introduction?.role === 'user')
        return {
          tools,
          instruction: environment,
          opening: introduction.text,
          catalogue: introduction.list,
          notes,
          missOfTool,
        };
      const instruction = introduction === undefined ? environment : `${introduction.text}\n\n${environment}`;
      return defined({ tools, instruction, notes, catalogue: introduction?.list, missOfTool });
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

/** Returns the tool calls of a conversation whose arguments are an object. */
function callsIn(messages: StepContext['messages']): readonly LanguageModelV4ToolCallPart[] {
  return messages
    .flatMap((message) => (message.role === 'assistant' ? message.content : []))
    .filter((part) => part.type === 'tool-call')
    .filter(({ input }) => typeof input === 'object' && input !== null);
}
