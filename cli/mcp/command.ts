import { Command } from 'commander';
import type { ServeOptions } from './serve.ts';

/** Creates `skillwright mcp`, which serves tools for agents that write skills. */
export function mcpCommand(): Command {
  return new Command('mcp')
    .option(
      '--root <folder>',
      'a folder that the tools may read, and fix files in; can be repeated (default: the folders that the client names, or the working directory)',
      (folder: string, others: readonly string[]) => [...others, folder],
      [],
    )
    .addHelpText(
      'after',
      '\nTools: check_skills, fix_skills, explain_path and preview_skill. It calls no model, runs nothing of a skill and reads no session.\nExample of a configuration: {"command": "skillwright", "args": ["mcp"]}',
    )
    .action(async (options: ServeOptions) => {
      const { serveMcp } = await import('./serve.ts');
      serveMcp(options);
    });
}
