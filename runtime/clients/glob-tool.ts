import { isAbsolute, relative, sep } from 'node:path';
import { fillTemplate, type GlobTool } from '../../skill/index.ts';
import type { Tool } from '../loop/interfaces/tools.ts';
import { findFiles, PAUSE } from './find-files.ts';
import { schemaOf } from './schema.ts';
import { SearchLimits } from './search-limits.ts';
import { searchPlace } from './search-place.ts';
import { type ClientContext, missingParameter, textOf } from './tool-result.ts';

/** Returns the client's tool that finds files by a pattern. Lists the newest files first, as all of these clients do. */
export function globTool(tool: GlobTool, context: ClientContext): Tool {
  return {
    name: tool.tool,
    description: 'Finds files by a glob pattern.',
    inputSchema: schemaOf(
      tool.path === undefined
        ? { [tool.pattern]: { type: 'string', required: true } }
        : { [tool.pattern]: { type: 'string', required: true }, [tool.path]: { type: 'string' } },
      tool.extra,
    ),
    readOnly: true,
    repeatable: true,
    execute: async (args) => {
      const pattern = textOf(args, tool.pattern);
      if (pattern === undefined) return missingParameter(context, tool.tool, tool.pattern, args);
      const place = searchPlace(tool, context, args, pattern);
      if (place.kind === 'result') return place;
      const { path, reached, folders, templates } = place;
      const { files, workspace } = context.installation;
      const relativePattern = isAbsolute(pattern) ? relative(reached.absolute, pattern).split(sep).join('/') : pattern;
      if (relativePattern.startsWith('..')) return place.none;
      const limits = new SearchLimits();
      const options = {
        isAnchored: tool.isAnchored,
        skipsHidden: tool.skipsHidden,
        notIgnoredIn: tool.skipsIgnored === true ? workspace : undefined,
        limits,
      };
      const all: { readonly path: string; readonly modified: number }[] = [];
      for (const folder of folders)
        for (const file of findFiles(files, folder, relativePattern, options)) {
          if (file === PAUSE) await limits.giveTurn();
          else all.push({ path: file.path, modified: file.modified() });
        }
      const found = all.toSorted((a, b) => b.modified - a.modified || (a.path < b.path ? -1 : 1));
      const shown = found
        .slice(0, tool.max)
        .map((one) =>
          path === undefined && tool.relativeTo !== undefined
            ? tool.relativeTo + relative(workspace, one.path).split(sep).join('/')
            : one.path,
        );
      const template = found.length === 0 ? templates.none : templates.result;
      const s = found.length === 1 ? '' : 's';
      const values = { count: found.length, s, paths: shown.join('\n'), pattern, path: reached.absolute };
      return { kind: 'result', value: limits.noted(fillTemplate(template, { ...values, folders: folders.length })) };
    },
  };
}
