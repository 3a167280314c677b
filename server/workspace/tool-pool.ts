/** Determines the tools of a project's agents from files, without running anything. */
import type { FileSystem } from '../../skill/index.ts';
import { basename, dirname, join } from '../../skill/index.ts';
import type { ToolPool } from '../rules/rule/rule.ts';
import { isMap } from '../settings.ts';

/** A module that may import its tools, so its text does not contain all of them. */
const IMPORTS_TOOLS =
  /\b(?:import|export)\b[^;]*?\bfrom\s*['"]\.|\bimport\s*\(|\brequire\s*\(|\bexport\s+default\s+(?:async\s+)?(?:function|\()|\bcreateRequire\b|\bfetch\s*\(/;

/**
 * Returns the tools of all agents in a `.skillwright.json`; undefined if an entry refers to tools that are known only at run
 * time. Every name in a module's text counts as one of its tools, which may be too many, but never too few.
 */
export function readToolPool(file: string, fs: FileSystem): ToolPool | undefined {
  const config = parse(fs, file);
  if (!isMap(config) || !isMap(config.agents)) return undefined;
  const entries = new Set<string>();
  for (const agent of Object.values(config.agents)) {
    if (!isMap(agent)) continue;
    for (const list of [agent.tools, agent.additionalTools]) {
      if (Array.isArray(list)) for (const entry of list) if (typeof entry === 'string') entries.add(entry);
    }
  }
  if (entries.size === 0) return undefined;
  const names = new Set<string>();
  const words = new Set<string>();
  for (const entry of entries) {
    if (/^(?:\.{1,2}[\\/]|\/|[A-Za-z]:[\\/])/.test(entry)) {
      const read = fs.read(join(dirname(file), entry.replaceAll('\\', '/')));
      if (read.kind !== 'text' || IMPORTS_TOOLS.test(read.text)) return undefined;
      for (const [word] of read.text.matchAll(/[\w$-]+/g)) words.add(word);
      // Keys at the start of a line with an object as their value are most likely tools.
      for (const [, name = ''] of read.text.matchAll(/^ {2,4}['"]?([\w-]+)['"]?\s*:\s*\{/gm)) names.add(name);
    } else if (entry.endsWith('/*')) return undefined;
    else names.add(entry.slice(entry.lastIndexOf('/') + 1));
  }
  return { file: basename(file), names: [...names], has: (name) => names.has(name) || words.has(name) };
}

function parse(fs: FileSystem, file: string): unknown {
  const read = fs.read(file);
  if (read.kind !== 'text') return undefined;
  try {
    return JSON.parse(read.text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
