/**
 * Replaces VS Code between a session and its page. As in VS Code, the host serializes a message, another thread (there
 * the workbench, here a worker) parses it, and the page receives it as a window message.
 */
import type { ToWebview } from '../../timeline/protocol.ts';

/** Serializes a message: the length of the remainder, the length of the JSON, the JSON, and the arrays in order. */
export function bytesOf(message: ToWebview): Buffer {
  const arrays: Buffer[] = [];
  const json = Buffer.from(
    JSON.stringify(message, (_key, value: unknown) => {
      if (!(value instanceof Int32Array || value instanceof Float64Array)) return value;
      arrays.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
      return { array: value instanceof Int32Array ? 'Int32Array' : 'Float64Array', size: value.byteLength };
    }),
  );
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32LE(4 + json.length + arrays.reduce((sum, one) => sum + one.length, 0), 0);
  sizes.writeUInt32LE(json.length, 4);
  return Buffer.concat([sizes, json, ...arrays]);
}

/** The worker: reads messages from `/events` and forwards them, and posts those of the page to `/message`. */
export const WORKER = `
  const decoder = new TextDecoder();
  const take = (bytes) => {
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    const transfer = [];
    let at = 4 + length;
    const message = JSON.parse(decoder.decode(bytes.subarray(4, at)), (key, value) => {
      if (typeof value?.array !== 'string') return value;
      const { buffer } = bytes.slice(at, (at += value.size));
      transfer.push(buffer);
      return new globalThis[value.array](buffer);
    });
    postMessage({ message, transfer }, transfer);
  };
  const read = async () => {
    const reader = (await fetch('/events')).body.getReader();
    postMessage({ open: true });
    let rest = new Uint8Array(0);
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const joined = new Uint8Array(rest.length + value.length);
      joined.set(rest);
      joined.set(value, rest.length);
      rest = joined;
      while (rest.length >= 4) {
        const size = new DataView(rest.buffer, rest.byteOffset).getUint32(0, true);
        if (rest.length < 4 + size) break;
        take(rest.subarray(4, 4 + size));
        rest = rest.subarray(4 + size);
      }
    }
  };
  onmessage = ({ data }) => void fetch('/message', { method: 'POST', body: JSON.stringify(data) });
  void read();
`;

/** The page's part: VS Code's API object, and the worker's messages posted to the window as VS Code's frame does. */
export const FRAME = `
  let state = JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined;
  const queue = [];
  let open = false;
  const worker = new Worker('/worker.js');
  globalThis.acquireVsCodeApi = () => ({
    postMessage: (message) => open ? worker.postMessage(message) : queue.push(message),
    getState: () => state,
    setState: (next) => { state = next; sessionStorage.setItem('state', JSON.stringify(next)); },
  });
  worker.onmessage = ({ data }) => {
    if (!data.open) return window.postMessage(data.message, window.origin, data.transfer);
    open = true;
    for (const message of queue.splice(0)) worker.postMessage(message);
  };
`;
