/** Reads the frontmatter of a document: split by gray-matter (imported only here), parsed with positions by `yaml`. */

import matter from 'gray-matter';
import { isCollection, isMap, isScalar, visit, type YAMLMap } from 'yaml';
import type { Frontmatter, FrontmatterField } from '../model/model.ts';
import { own } from '../text/own.ts';
import { parseYaml } from '../text/parse-yaml.ts';
import { splitFrontmatter } from './frontmatter-lines.ts';
import { plainFields } from './plain-fields.ts';

const MAX_CHARACTERS = 64 * 1024;
const MAX_ALIASES = 100;

export interface FrontmatterSplit {
  readonly frontmatter: Frontmatter;
  /** Offset at which the body begins: after the line of the closing `---`, or 0. */
  readonly bodyStart: number;
}

/**
 * Splits and parses the frontmatter of a document. Only YAML is accepted: `---js` and the like are reported as invalid
 * and never run. `yaml` itself limits the expansion of aliases.
 */
export function readFrontmatter(text: string): FrontmatterSplit {
  const lines = splitFrontmatter(text);
  const { start, bodyStart } = lines;
  if (lines.kind === 'none') return { frontmatter: { kind: 'none' }, bodyStart };
  const range = { start, end: lines.kind === 'open' ? bodyStart : lines.end + 3 };
  const invalid = (message: string): FrontmatterSplit => ({
    frontmatter: { kind: 'invalid', range, message },
    bodyStart,
  });
  if (lines.kind === 'open') return invalid('The frontmatter has no closing `---`.');
  const { inner, end, language } = lines;
  if (language !== '' && language.toLowerCase() !== 'yaml' && language.toLowerCase() !== 'yml') {
    return invalid(`\`---${language}\` is not executed; use YAML between lines of \`---\`.`);
  }
  if (end - inner > MAX_CHARACTERS) return invalid('The frontmatter is longer than 64 kB.');
  const plain = plainFields(text.slice(inner, end), inner);
  const frontmatter: Frontmatter = plain
    ? { kind: 'valid', range, fields: plain, data: Object.fromEntries(plain.map(({ key, value }) => [key, value])) }
    : readFields(text.slice(start, bodyStart), inner, range);
  return { frontmatter, bodyStart };
}

/** Parses frontmatter as YAML. `head` includes the `---` lines; `inner` is the offset of the YAML in the document. */
export function readFields(head: string, inner: number, range: { start: number; end: number }): Frontmatter {
  const fields: FrontmatterField[] = [];
  try {
    // Passing options disables gray-matter's cache, which would skip `parse` for a text that it has seen.
    const { data } = matter(head, { language: 'yaml', engines: { yaml: { parse }, ...rejectingEngines() } });
    return { kind: 'valid', range, fields, data };
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return { kind: 'invalid', range, message };
  }

  function parse(yaml: string): object {
    // gray-matter passes the YAML with the preceding line break and whitespace.
    const shift = inner - (yaml.length - yaml.replace(/^[ \t]*\r?\n/, '').length);
    // It cuts before the last line feed, and a remaining carriage return would be part of the value.
    const document = parseYaml(yaml.endsWith('\r') ? `${yaml}\n` : yaml);
    const problem = document.errors[0];
    if (problem) throw problem;
    if (document.contents === null) return {};
    if (!isMap(document.contents)) throw new Error('The frontmatter must be a map of fields.');
    rejectUnreadable(document.contents);
    const data: Record<string, unknown> = document.toJS({ maxAliasCount: MAX_ALIASES });
    if (yaml.includes('&')) rejectCycles(data);
    for (const { key, value } of document.contents.items) {
      if (!isScalar(key) || !key.range) continue;
      const keyRange = { start: key.range[0] + shift, end: key.range[1] + shift };
      const at = valueRange(value) ?? [key.range[1], key.range[1]];
      const name = String(key.value);
      fields.push({
        key: name,
        keyRange,
        value: own(data, name),
        valueRange: { start: at[0] + shift, end: at[1] + shift },
      });
    }
    return data;
  }
}

/**
 * Throws if a key is a list or a map (`? [a]`): most parsers reject those, and printing deeply nested ones is very slow.
 * Throws if there are many aliases, too: each is looked up in the whole text.
 */
function rejectUnreadable(contents: YAMLMap): void {
  let aliases = 0;
  visit(contents, {
    Pair(_, { key }) {
      if (isCollection(key)) throw new Error('A key of the frontmatter is a list or a map.');
    },
    Alias() {
      if (++aliases > MAX_ALIASES) throw new Error(`The frontmatter has more than ${MAX_ALIASES} aliases.`);
    },
  });
}

/** Throws if a field contains itself (`a: &x [*x]`), since all readers expect a tree. */
function rejectCycles(data: unknown): void {
  try {
    JSON.stringify(data);
  } catch {
    throw new Error('A field of the frontmatter contains itself.');
  }
}

function valueRange(value: unknown): readonly [number, number] | undefined {
  if (typeof value !== 'object' || value === null || !('range' in value) || !Array.isArray(value.range))
    return undefined;
  const [start, end] = value.range as readonly unknown[];
  return typeof start === 'number' && typeof end === 'number' ? [start, end] : undefined;
}

/** Engines that always throw. gray-matter's own would run the text as code. */
function rejectingEngines(): Record<string, { parse: (text: string) => object }> {
  const parse = (): object => {
    throw new Error('Only YAML is supported.');
  };
  return {
    js: { parse },
    javascript: { parse },
    coffee: { parse },
    coffeescript: { parse },
    cson: { parse },
    toml: { parse },
  };
}
