/**
 * Returns the plugin for opencode, whose hooks are functions of a module. It calls the program of hooks only for tools that read
 * and run files, and puts what the program says where the model reads it.
 *
 * @param node absolute path of Node
 * @param args the program of hooks and its arguments
 */
export function pluginText(node: string, args: readonly string[]): string {
  return `// Written by \`skillwright hook install\`; \`skillwright hook uninstall\` removes it.
import { spawnSync } from 'node:child_process';

const [NODE, ARGS] = [${JSON.stringify(node)}, ${JSON.stringify(args)}];
const TOOLS = new Set(['read', 'bash', 'skill', 'glob']);
const EDITS = new Set(['write', 'edit', 'multiedit', 'apply_patch', 'patch']);

/** Asks the program, which always ends with 0; without an answer everything continues as if it were not there. */
function ask(input) {
  if (process.env.SKILLWRIGHT_HOOKS === 'off') return undefined;
  try {
    const { stdout } = spawnSync(NODE, ARGS, { input: JSON.stringify(input), encoding: 'utf8', timeout: 2000 });
    return stdout ? JSON.parse(stdout) : undefined;
  } catch {
    return undefined;
  }
}

export const Skillwright = async ({ client, directory }) => {
  /** The texts for the model, by the ids of calls. */
  const told = new Map();
  const inputOf = (event, session, tool, id, args, more = {}) => ({
    hook_event_name: event,
    session_id: session,
    cwd: directory,
    tool_name: tool,
    tool_input: args,
    tool_use_id: id,
    ...more,
  });
  return {
    'tool.execute.before': async ({ tool, sessionID, callID }, { args }) => {
      if (!TOOLS.has(tool)) return;
      const answer = ask(inputOf('before', sessionID, tool, callID, args));
      if (answer?.end) await client.session.abort({ path: { id: sessionID } }).catch(() => undefined);
      if (answer?.deny) throw new Error(answer.deny);
    },
    'tool.execute.after': async ({ tool, sessionID, callID, args }, output) => {
      if (!TOOLS.has(tool) && !EDITS.has(tool)) return;
      const answer = ask(inputOf('after', sessionID, tool, callID, args ?? output.metadata?.args, { tool_response: output.output }));
      if (answer?.tell && typeof output.output === 'string') output.output += '\\n\\n' + answer.tell;
    },
    event: async ({ event }) => {
      const part = event.type === 'message.part.updated' ? event.properties?.part : undefined;
      if (part?.type !== 'tool' || part.state?.status !== 'error' || !TOOLS.has(part.tool) || told.has(part.callID)) return;
      told.set(part.callID, undefined);
      const answer = ask(inputOf('after', part.sessionID, part.tool, part.callID, part.state.input, { error: part.state.error }));
      if (answer?.tell) told.set(part.callID, answer.tell);
    },
    'experimental.chat.messages.transform': async (_input, { messages }) => {
      for (const message of messages)
        for (const part of message.parts) {
          const text = part.type === 'tool' && part.state?.status === 'error' ? told.get(part.callID) : undefined;
          if (text && !part.state.error.includes(text)) part.state.error += '\\n\\n' + text;
        }
    },
  };
};
`;
}
