/** What a terminal or a build (`##[…]`, `##vso[…]`) could take for a command, or turn text around with, though it stands in JSON as it is. */
const RISKY = /(?<=##\w{0,40})\[|[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A value as one line of JSON, the same in the journal and on standard output, and harmless where a terminal shows it. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(RISKY, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
