import type { Chance } from '../random-edits/chance.ts';

/** Encodes a text for the disk: valid, in another encoding, or damaged. */
export function encode(text: string, chance: Chance): Uint8Array {
  const utf8 = Buffer.from(text, 'utf8');
  switch (chance.below(13)) {
    case 0:
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8]);
    case 1:
      return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    case 2:
      return Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()]);
    case 3:
      return Buffer.from(text, 'utf16le');
    case 4:
      return Buffer.from(text, 'latin1');
    case 5:
      return Buffer.from(Array.from({ length: chance.below(4_000) }, () => chance.below(256)));
    case 6:
      return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), utf8]);
    case 7: {
      // A continuation byte, an overlong form, a surrogate, a code point beyond the maximum.
      const bad = chance.pick([[0x80], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xff]]);
      const at = chance.below(utf8.length + 1);
      return Buffer.concat([utf8.subarray(0, at), Buffer.from(bad), utf8.subarray(at)]);
    }
    case 8:
      return utf8.subarray(0, chance.below(utf8.length + 1));
    case 9:
      return Buffer.concat([utf8, Buffer.alloc(1 + chance.below(64))]);
    case 10:
      return Buffer.alloc(0);
    case 11:
      return Buffer.from([0xef, 0xbb, 0xbf]);
    default:
      return utf8;
  }
}
