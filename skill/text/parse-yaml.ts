import { type Document, type ParsedNode, parseDocument } from 'yaml';

/**
 * Parses YAML, whose errors are returned. The parser creates one for each fault: thousands in a text that is no YAML, whose stack
 * traces would take longer than all else.
 */
export function parseYaml(yaml: string): Document.Parsed<ParsedNode> {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    // Warnings would be printed.
    return parseDocument(yaml, { prettyErrors: false, logLevel: 'error' });
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
