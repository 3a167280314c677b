import { isAbsolute, relative, sep } from 'node:path';
import { fillTemplate, type GlobTool } from '../../skill/index.ts';
import { PAUSE } from '../confined/walk-limits.ts';
import type { Tool } from '../loop/interfaces/tools.ts';
import { findFiles } from './find-files.ts';
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
      const found = new NewestFiles(tool.max);
      for (const folder of folders)
        for (const file of findFiles(files, folder, relativePattern, options)) {
          if (file === PAUSE) await limits.giveTurn();
          else found.add({ path: file.path, modified: file.modified() });
        }
      const { count } = found;
      const shown = found
        .newest()
        .map((one) =>
          path === undefined && tool.relativeTo !== undefined
            ? tool.relativeTo + relative(workspace, one.path).split(sep).join('/')
            : one.path,
        );
      const template = count === 0 ? templates.none : templates.result;
      const s = count === 1 ? '' : 's';
      const values = { count, s, paths: shown.join('\n'), pattern, path: reached.absolute };
      return { kind: 'result', value: limits.noted(fillTemplate(template, { ...values, folders: folders.length })) };
    },
  };
}

interface DatedFile {
  readonly path: string;
  /** Time of its last change, in milliseconds. */
  readonly modified: number;
}

/** Counts files, and keeps the newest ones only: the paths of all could fill the memory. */
class NewestFiles {
  count = 0;
  private readonly max: number;
  private files: DatedFile[] = [];

  constructor(max: number) {
    this.max = max;
  }

  add(file: DatedFile): void {
    this.count++;
    this.files.push(file);
    // Not each time, because that takes longer.
    if (this.files.length >= this.max * 2) this.files = this.newest();
  }

  /** Returns the newest files, at most `max`, the newest first, and those of the same time by path. */
  newest(): DatedFile[] {
    return this.files.toSorted((a, b) => b.modified - a.modified || (a.path < b.path ? -1 : 1)).slice(0, this.max);
  }
}
