const [QUOTE, COMMA, COLON, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN, CLOSE] = [...'",:[\\]{}'].map((one) =>
  one.charCodeAt(0),
);
const SPACE = 0x20;

/**
 * Follows the structure of a JSON value piece by piece, in one pass over its characters, and escapes the control characters in
 * its texts, which JSON does not allow.
 */
export class JsonScan {
  /** The value so far, with control characters in texts escaped. */
  text = '';
  /** True if the value ends in a text that is not closed. */
  isInText = false;
  /** True if what was added cannot be a part of a value. */
  isBroken = false;
  private depth = 0;
  private isEscaped = false;
  private isAfterText = false;

  /** Adds a piece. Returns the position after the end of the value, if it ends in the piece; the rest is not added. */
  add(piece: string): number | undefined {
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      if (this.isInText) {
        if (code < SPACE) {
          this.text += piece.slice(from, at) + (this.isEscaped ? escapeOf(code).slice(1) : escapeOf(code));
          from = at + 1;
          this.isEscaped = false;
        } else if (this.isEscaped) this.isEscaped = false;
        else if (code === BACKSLASH) this.isEscaped = true;
        else if (code === QUOTE) {
          this.isInText = false;
          this.isAfterText = true;
        }
        continue;
      }
      if (code <= SPACE) continue;
      if (this.isAfterText && code !== COMMA && code !== COLON && code !== CLOSE && code !== CLOSE_LIST) {
        this.isBroken = true;
        break;
      }
      this.isAfterText = false;
      if (code === QUOTE) this.isInText = true;
      else if (code === OPEN || code === OPEN_LIST) this.depth++;
      else if (code === CLOSE || code === CLOSE_LIST) this.depth--;
      if (this.depth > 0) continue;
      if (this.depth < 0 || (code !== CLOSE && code !== CLOSE_LIST)) {
        this.isBroken = true;
        break;
      }
      this.text += piece.slice(from, at + 1);
      return at + 1;
    }
    this.text += piece.slice(from);
    return undefined;
  }
}

function escapeOf(code: number): string {
  return JSON.stringify(String.fromCharCode(code)).slice(1, -1);
}
