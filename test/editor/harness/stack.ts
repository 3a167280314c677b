/** Maps stack traces to the sources. VS Code replaces Node's own mapping, so they would show lines of the bundle. */
import { findSourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Returns a stack with the lines of the TypeScript files; needs `process.setSourceMapsEnabled(true)` before they load. */
export function mapStack(stack: string): string {
  return stack.replace(/([^\s()]+\.cjs):(\d+):(\d+)/g, (whole, file: string, line: string, column: string) => {
    const origin = findSourceMap(file)?.findOrigin(Number(line), Number(column));
    if (!origin || !('fileName' in origin)) return whole;
    return `${fileURLToPath(origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}
