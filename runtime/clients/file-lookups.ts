import { isAbsolute } from 'node:path';
import picomatch from 'picomatch';
import type { FileTool } from '../../skill/index.ts';
import type { JsonObject } from '../protocol/events.ts';
import type { Lookup } from './loaded-skills.ts';
import type { Reach } from './reach.ts';
import { textOf } from './tool-result.ts';

/** Returns the file or folder that a call of a client's file tool looks for. */
export function fileLookups(tool: FileTool, reach: Reach, args: JsonObject): readonly Lookup[] {
  const from = reach.absolute('.');
  const given = textOf(args, tool.path);
  const path = reach.absolute(given ?? '.');
  switch (tool.kind) {
    case 'read':
      return given === undefined ? [] : [{ kind: 'resource', path, from }];
    case 'grep':
      // The pattern of a search in files says nothing about a file.
      return given === undefined ? [] : [{ kind: 'resource', path, from, isSearched: true }];
    case 'list':
      return given === undefined ? [] : [{ kind: 'search', path, from }];
    case 'glob': {
      const pattern = textOf(args, tool.pattern) ?? '';
      const start = isAbsolute(pattern) ? picomatch.scan(pattern).base : path;
      return [{ kind: 'search', path: start, from, pattern }];
    }
  }
}
