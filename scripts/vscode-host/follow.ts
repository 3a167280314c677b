/** Follows a file that another process appends to, like `tail -f`. */
import { closeSync, openSync, readSync } from 'node:fs';

/**
 * Passes on the content of a growing file from its start; the file may be created later.
 * @returns a function that stops, after passing on the rest
 */
export function followFile(path: string, write: (text: string) => void): () => void {
  const decoder = new TextDecoder();
  const buffer = Buffer.alloc(64 * 1024);
  let descriptor: number | undefined;
  const read = () => {
    try {
      descriptor ??= openSync(path, 'r');
    } catch {
      return;
    }
    for (let size = readSync(descriptor, buffer); size > 0; size = readSync(descriptor, buffer)) {
      write(decoder.decode(buffer.subarray(0, size), { stream: true }));
    }
  };
  const timer = setInterval(read, 100);
  return () => {
    clearInterval(timer);
    read();
    if (descriptor !== undefined) closeSync(descriptor);
  };
}
