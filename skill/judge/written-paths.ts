/** What a text has that looks like a path, found by the signs that a path cannot be without. */

/** A link's target. */
const LINK = /\]\(([^()\s#]{1,200})/y;
/** A path with a folder or a name alone, and the extension of a document, a script or data; from the first of its characters on. */
const PATH = /(?:\.{1,2}\/)*[\w.-]{1,80}(?:\/[\w.-]{1,80}){0,8}\.(?:md|py|sh|js|ts|json|ya?ml|txt|html)\b/iy;

/** Characters of a path, and those that must not stand before one. */
const OF_PATH = 1;
const NOT_BEFORE = 2;
const KINDS = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const char = String.fromCharCode(code);
  if (/[\w./-]/.test(char)) KINDS[code] = OF_PATH;
  else if (/[:@]/.test(char)) KINDS[code] = NOT_BEFORE;
}
const kindAt = (text: string, at: number): number => KINDS[text.charCodeAt(at)] ?? 0;

/** First letters of the extensions, in lower case. */
const EXTENSIONS: ReadonlySet<number> = new Set([...'mpsjtyh'].map((letter) => letter.charCodeAt(0)));

/** The next `.` from `at` on with a letter behind it that an extension begins with; -1 for none. */
function nextDot(text: string, at: number): number {
  let dot = text.indexOf('.', at);
  while (dot >= 0 && !EXTENSIONS.has(text.charCodeAt(dot + 1) | 32)) dot = text.indexOf('.', dot + 1);
  return dot;
}

/** Targets of links and paths in a text, in order; none of them overlap. */
export function* writtenPaths(text: string): Iterable<string> {
  let link = text.indexOf('](');
  let dot = nextDot(text, 0);
  // Where the last path ended.
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
    // A path begins where such characters do, and so once among those that stand together.
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
