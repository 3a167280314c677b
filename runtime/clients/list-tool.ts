import { join } from 'node:path';
import { fillTemplate, type ListTool } from '../../skill/index.ts';
import type { Tool } from '../loop/tools.ts';
import { namesIn } from './read-tool.ts';
import { schemaOf } from './schema.ts';
import { type ClientContext, missingParameter, pathFailure, textOf } from './tool-result.ts';

/** Returns the client's tool that lists a folder. */
export function listTool(tool: ListTool, context: ClientContext): Tool {
  return {
    name: tool.tool,
    description: 'Lists the files and folders of a folder.',
    inputSchema: schemaOf({ [tool.path]: { type: 'string', required: true } }, tool.extra),
    readOnly: true,
    repeatable: true,
    execute: (args) => {
      const given = textOf(args, tool.path);
      if (given === undefined) return missingParameter(context, tool.tool, tool.path, args);
      const reached = context.reach.of(given, tool.messages);
      if (reached.kind !== 'path') return pathFailure(context, tool.messages, given, reached);
      const path = reached.absolute;
      const { files } = context.installation;
      const names = namesIn(files, path);
      if (names === undefined)
        return pathFailure(context, tool.messages, given, reached, reached.found === undefined ? 'missing' : 'file');
      const isFolder = (name: string): boolean => name.endsWith('/');
      const ordered =
        tool.foldersFirst === true ? [...names.filter(isFolder), ...names.filter((name) => !isFolder(name))] : names;
      const entries = ordered.map((name) => {
        if (isFolder(name)) return fillTemplate(tool.folder, { name: name.slice(0, -1) });
        const located = files.locate(join(path, name));
        const size = located.kind === 'found' ? located.stats.size : 0;
        return fillTemplate(tool.file, { name, size });
      });
      const template = entries.length === 0 ? tool.empty : tool.result;
      return { kind: 'result', value: fillTemplate(template, { path, entries: entries.join('\n') }) };
    },
  };
}
