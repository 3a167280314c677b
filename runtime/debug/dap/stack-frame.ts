import type { DebugProtocol } from '@vscode/debugprotocol';
import type { AdapterContext } from './context.ts';
import { documentName, documentPath } from './frame-documents.ts';
import type { NumberedFrame } from './stop-frames.ts';

/** Returns a frame as the client expects it. One without a file refers to its document, if it has one. */
export function stackFrame(adapter: AdapterContext, numbered: NumberedFrame): DebugProtocol.StackFrame {
  const { id, frame } = numbered;
  const { seq, source, document: _, ...rest } = frame;
  const { format } = adapter;
  const base = { id, ...rest, canRestart: adapter.canGoBack && seq !== undefined };
  const first = { line: format.fromLine(1), column: format.fromColumn(1) };
  if (source?.path !== undefined) {
    const line = format.fromLine(frame.line);
    const column = format.fromColumn(frame.column);
    return { ...base, source: { ...source, path: format.fromPath(source.path) }, line, column };
  }
  const name = documentName(numbered, adapter.session);
  const path = adapter.isExtension ? documentPath(numbered, adapter.session) : undefined;
  if (name === undefined) return base;
  return { ...base, source: path === undefined ? { name, sourceReference: id } : { name, path }, ...first };
}
