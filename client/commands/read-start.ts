import { open } from 'node:fs/promises';

/** Returns the beginning of a UTF-8 file of any size, without a character that is cut off. Rejects if it cannot be read. */
export async function readStart(path: string, maxBytes: number): Promise<string> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(maxBytes);
    let length = 0;
    for (let read = -1; read !== 0 && length < maxBytes; length += read)
      ({ bytesRead: read } = await file.read(buffer, length, maxBytes - length, length));
    return new TextDecoder().decode(buffer.subarray(0, length), { stream: true });
  } finally {
    await file.close();
  }
}
