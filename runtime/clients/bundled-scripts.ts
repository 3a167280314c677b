/** Extensions of files that nothing runs by itself: texts, data, images, fonts and documents. */
const INERT = new Set(
  [
    'md mdx markdown txt rst adoc tex log json jsonl json5 yaml yml toml ini cfg csv tsv xml xsd html htm css scss sql',
    'png jpg jpeg gif webp svg ico bmp tiff pdf docx xlsx pptx odt ods epub ttf otf woff woff2 mp3 mp4 wav webm',
    'tmpl template example sample lock gitignore gitattributes gitkeep editorconfig',
  ].flatMap((line) => line.split(' ')),
);
/** Names of files without an extension that are texts. */
const TEXTS = /^(?:readme|licen[cs]e|notice|authors|contributors|changelog|copying|codeowners|version)$/i;

/** True if one of a skill's files could be a script: anything in `scripts/`, and any file of an unknown kind. */
export function bringsScript(files: Iterable<string>): boolean {
  for (const file of files) {
    const name = file.slice(file.lastIndexOf('/') + 1);
    const dot = name.lastIndexOf('.');
    const isText = dot < 0 ? TEXTS.test(name) : INERT.has(name.slice(dot + 1).toLowerCase());
    if (!isText || (file.startsWith('scripts/') && !/\.(?:md|txt|json|ya?ml)$/i.test(file))) return true;
  }
  return false;
}
