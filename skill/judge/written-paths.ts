/** Finds words that look like paths, by characters that every path contains. */

/** A link's target. */
const LINK = /\]\(([^()\s#]{1,200})/y;
/** A path or a name, with the extension of a document, a script or data, from its first character on. */
const PATH = /(?:\.{1,2}\/)*[\w.-]{1,80}(?:\/[\w.-]{1,80}){0,8}\.(?:md|py|sh|js|ts|json|ya?ml|txt|html)\b/iy;

/** Characters of a path, and those that must not precede one. */
const OF_PATH = 1;
const NOT_BEFORE = 2;
const KINDS = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const char = String.fromCharCode(code);
  if (/[\w./-]/.test(char)) KINDS[code] = OF_PATH;
  else if (/[:@]/.test(char)) KINDS[code] = NOT_BEFORE;
}
const kindAt = (text: string, at: number): number => KINDS[text.charCodeAt(at)] ?? 0;

/** The first letters of the extensions, in lower case. */
const EXTENSIONS: ReadonlySet<number> = new Set([...'mpsjtyh'].map((letter) => letter.charCodeAt(0)));

/** Returns the next `.` from `at` on that is followed by the first letter of an extension; -1 if there is none. */
function nextDot(text: string, at: number): number {
  let dot = text.indexOf('.', at);
  while (dot >= 0 && !EXTENSIONS.has(text.charCodeAt(dot + 1) | 32)) dot = text.indexOf('.', dot + 1);
  return dot;
}

/** Yields the link targets and paths in a text, in order and without overlaps. */
export function* writtenPaths(text: string): Iterable<string> {
  let link = text.indexOf('](');
  let dot = nextDot(text, 0);
  // The end of the last path.
  let from = 0;
  while (link >= 0 || dot >= 0) {
    if (link >= 0 && (dot < 0 || link < dot)) {
      LINK.lastIndex = link;
      const target = LINK.exec(text)?.[1];
      if (target !== undefined) {
        from = LINK.lastIndex;
        yield target;
      }
      link = text.indexOf('](', Math.max(link + 1, from));
      continue;
    }
    let start = dot;
    while (start > 0 && kindAt(text, start - 1) === OF_PATH) start--;
    let end = dot + 1;
    while (end < text.length && kindAt(text, end) === OF_PATH) end++;
    // A path starts at the start of a run of such characters, so there is one candidate per run.
    if (start >= from && (start === 0 || kindAt(text, start - 1) !== NOT_BEFORE)) {
      PATH.lastIndex = start;
      const path = PATH.exec(text)?.[0];
      if (path !== undefined) {
        from = PATH.lastIndex;
        yield path;
      }
    }
    dot = nextDot(text, end);
  }
}
