/** Syntax that RE2 lacks: lookaround. */
const LOOKAROUND = /^\(\?<?[=!]/;
/** The start of a group: with a name, or with flags. */
const GROUP = /^\((?:\?P?<\w+>|\?[imsU-]+:)/;
const FLAGS = /^\(\?[imsU-]+\)/;
/** Two digits are a character's octal code. */
const BACKREFERENCE = /^\\(?:[89]|[1-7](?![0-7]))/;
const POSIX_CLASS = /^\[:\^?\w+:\]/;

/**
 * Returns true if a regular expression is certainly none of RE2's, which judges answers and files: it has lookaround or
 * backreferences, or is not well-formed. An expression in doubt is not reported.
 */
export function isInvalidRegex(source: string): boolean {
  const common = toJavaScript(source);
  if (common === 'invalid') return true;
  try {
    new RegExp(common);
    return false;
  } catch {
    return true;
  }
}

/** Returns an expression of JavaScript that is well-formed if this one of RE2 is; `invalid` for what RE2 lacks. */
function toJavaScript(source: string): string {
  let text = '';
  for (let index = 0; index < source.length; ) {
    const rest = source.slice(index);
    const char = source.charAt(index);
    if (char === '\\') {
      const next = source.charAt(index + 1);
      // Everything up to `\E` is literal.
      if (next === 'Q') return '';
      if (BACKREFERENCE.test(rest)) return 'invalid';
      // An assertion can be repeated in RE2.
      text += /[AzbB]/.test(next) ? '(?:)' : `\\${next}`;
      index += 2;
    } else if (char === '[') {
      const end = classEnd(source, index);
      if (end === undefined) return 'invalid';
      text += '[a]';
      index = end;
    } else if (LOOKAROUND.test(rest)) return 'invalid';
    else {
      const [flags = ''] = FLAGS.exec(rest) ?? [];
      const [group = ''] = flags === '' ? (GROUP.exec(rest) ?? []) : [];
      text += flags !== '' ? '(?:)' : group !== '' ? '(' : char === '^' || char === '$' ? '(?:)' : char;
      index += Math.max(1, flags.length + group.length);
    }
  }
  return text;
}

/** Returns the index behind a class of characters; undefined if it has no end. */
function classEnd(source: string, start: number): number | undefined {
  let index = start + (source.charAt(start + 1) === '^' ? 2 : 1);
  // A bracket at the start is literal.
  if (source.charAt(index) === ']') index++;
  for (; index < source.length; index++) {
    const [posix = ''] = POSIX_CLASS.exec(source.slice(index)) ?? [];
    if (posix !== '') index += posix.length - 1;
    else if (source.charAt(index) === '\\') index++;
    else if (source.charAt(index) === ']') return index + 1;
  }
  return undefined;
}
