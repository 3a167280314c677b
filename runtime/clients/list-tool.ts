import { fillTemplate, type ListTool } from '../../skill/index.ts';
import type { Tool } from '../loop/interfaces/tools.ts';
import { listFolder } from './list-folder.ts';
import { schemaOf } from './schema.ts';
import { SearchLimits } from './search-limits.ts';
import { type ClientContext, missingParameter, pathFailure, textOf } from './tool-result.ts';

/** Returns the client's tool that lists a folder. */
export function listTool(tool: ListTool, context: ClientContext): Tool {
  return {
    name: tool.tool,
    description: 'Lists the files and folders of a folder.',
    inputSchema: schemaOf({ [tool.path]: { type: 'string', required: true } }, tool.extra),
    readOnly: true,
    repeatable: true,
    execute: async (args) => {
      const given = textOf(args, tool.path);
      if (given === undefined) return missingParameter(context, tool.tool, tool.path, args);
      const reached = context.reach.of(given, tool.messages);
      if (reached.kind !== 'path') return pathFailure(context, tool.messages, given, reached);
      const path = reached.absolute;
      const limits = new SearchLimits();
      const list = await listFolder(context.installation.files, reached.real, limits, { hasSizes: true });
      if (list === undefined)
        return pathFailure(context, tool.messages, given, reached, reached.found === undefined ? 'missing' : 'file');
      const { entries: listed, missing } = list;
      const folders = listed.filter(({ isFolder }) => isFolder);
      const ordered = tool.foldersFirst === true ? [...folders, ...listed.filter(({ isFolder }) => !isFolder)] : listed;
      const entries = ordered.map(({ name, isFolder, size }) =>
        isFolder ? fillTemplate(tool.folder, { name }) : fillTemplate(tool.file, { name, size }),
      );
      const template = entries.length === 0 ? tool.empty : tool.result;
      const value = limits.noted(fillTemplate(template, { path, entries: entries.join('\n') }), missing);
      return { kind: 'result', value };
    },
  };
}
