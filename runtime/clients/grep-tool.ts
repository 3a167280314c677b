import { statSync } from 'node:fs';
import { RE2JS } from 're2js';
import { fillTemplate, type GrepTool } from '../../skill/index.ts';
import type { Tool } from '../loop/tools.ts';
import { readRegularFile } from '../skill-files/read-inside.ts';
import { findFiles } from './find-files.ts';
import { schemaOf } from './schema.ts';
import { type ClientContext, clientFailure, pathFailure, textOf } from './tool-result.ts';

/** Larger files are not searched, in bytes. */
const MAX_FILE = 4 * 1024 * 1024;
/** Characters of a matching line that are shown. */
const MAX_LINE = 2000;

/**
 * Returns the client's tool that searches the contents of files. The pattern comes from a model, so it is matched by an
 * engine whose time is linear in the text.
 */
export function grepTool(tool: GrepTool, context: ClientContext): Tool {
  const optional = [tool.path, tool.include].flatMap((name) =>
    name === undefined ? [] : [[name, { type: 'string' as const }]],
  );
  return {
    name: tool.tool,
    description: 'Searches the contents of files for a pattern.',
    inputSchema: schemaOf(
      { [tool.pattern]: { type: 'string', required: true }, ...Object.fromEntries(optional) },
      tool.extra,
    ),
    readOnly: true,
    repeatable: true,
    execute: (args) => {
      const pattern = textOf(args, tool.pattern);
      if (pattern === undefined)
        return clientFailure(context, 'INVALID_ARGUMENTS', `The parameter ${tool.pattern} is required.`);
      const regex = compile(pattern, args.isRegexp === false);
      if (regex === undefined) return clientFailure(context, 'INVALID_ARGUMENTS', `Invalid pattern: ${pattern}`);
      const given = textOf(args, tool.path) ?? context.installation.workspace;
      const none = { kind: 'result', value: fillTemplate(tool.none, { pattern, path: given }) } as const;
      const reached = context.reach.of(given);
      const { messages } = tool;
      if (reached.kind !== 'path')
        return messages === undefined ? none : pathFailure(context, messages, given, reached);
      const stat = statSync(reached.absolute, { throwIfNoEntry: false });
      if (stat === undefined) return messages === undefined ? none : pathFailure(context, messages, given, reached);
      const files = stat.isFile()
        ? [reached.absolute]
        : findFiles(reached.absolute, textOf(args, tool.include) ?? '**')
            .map(({ path }) => path)
            .toSorted();
      const matches = search(files, regex, tool);
      if (matches.length === 0) return none;
      const shown = matches.slice(0, tool.max).join('\n');
      const values = { count: matches.length, matches: shown, pattern, path: reached.absolute };
      return { kind: 'result', value: fillTemplate(tool.result, values) };
    },
  };
}

function compile(pattern: string, isLiteral: boolean): RE2JS | undefined {
  try {
    return RE2JS.compile(isLiteral ? RE2JS.quote(pattern) : pattern);
  } catch {
    return undefined;
  }
}

function search(files: readonly string[], regex: RE2JS, tool: GrepTool): readonly string[] {
  const found: string[] = [];
  for (const path of files) {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const bytes = size > MAX_FILE ? undefined : readRegularFile(path);
    if (!Buffer.isBuffer(bytes) || bytes.includes(0)) continue;
    for (const [index, line] of bytes.toString('utf8').split('\n').entries()) {
      if (!regex.matcher(line).find()) continue;
      found.push(fillTemplate(tool.match, { path, n: index + 1, line: line.slice(0, MAX_LINE) }));
      if (tool.form === 'files') break;
    }
  }
  return found;
}
