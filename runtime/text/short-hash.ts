/**
 * Returns a short text that is the same for equal texts (FNV-1a with two seeds, 64 bits in all). Not secure: it compares the
 * results of one session with each other. Loading a cryptographic one would take longer than all else that a hook does.
 */
export function hashOf(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b);
  }
  return ((BigInt(a >>> 0) << 32n) | BigInt(b >>> 0)).toString(36);
}
