/** Generates references in every form, for tests and benchmarks: few real skills have images, definitions or `@path`. */

import type { OccurrenceForm } from '../../../../server/targets/target.ts';
import {
  basename,
  dirname,
  type FileSystem,
  join,
  overlay,
  readBundle,
  readDocument,
} from '../../../../skill/index.ts';
import type { KnownPlace } from './follow-references.ts';

/** Templates for each form; `¦` surrounds the text that references the file. */
const FORMS: readonly (readonly [OccurrenceForm, (path: string, label: string) => string])[] = [
  ['link', (path) => `See [it](¦${path}¦ "Title").`],
  ['link', (path) => `See [it](<¦./${path}¦>).`],
  ['image', (path) => `![it](¦${path}¦)`],
  ['definition', (path, label) => `[${label}]: ¦${path}¦`],
  ['definition', (path, label) => `[${label}-angled]: <¦${path}¦>`],
  ['code', (path) => `Read \`¦${path}¦\` first.`],
  ['code-command', (path) => `Run \`cat ¦${path}¦ | head\` now.`],
  ['fence-command', (path) => `\`\`\`bash\ncat "¦${path}¦" out.txt\n\`\`\``],
  ['bare', (path) => `Read ¦${path}¦, then continue.`],
  ['import', (path) => `@¦${path}¦`],
  ['import', (path) => `Read \`@¦${path}¦\` first.`],
  ['tree', (path) => `\`\`\`\n.\n├── SKILL.md\n└── ${dirname(path)}/\n    └── ¦${basename(path)}¦\n\`\`\``],
];

/** Builds a section that references each file in every form, to be inserted at an offset of a document, with all ranges. */
export function everyForm(document: string, root: string, files: readonly string[], offset: number) {
  let text = '\n\n## Files in every form\n';
  const places: KnownPlace[] = [];
  for (const [number, file] of files.entries()) {
    for (const [form, write] of FORMS) {
      const [before = '', path = '', after = ''] = write(file, `file-${number}`).split('¦');
      const start = offset + text.length + 2 + before.length;
      text += `\n\n${before}${path}${after}\n`;
      places.push({ document, form, start, end: start + path.length, target: join(root, file) });
    }
  }
  return { text, places };
}

/** Inserts such a section into each SKILL.md, for up to `maxFiles` of its bundled files. Returns the files and all ranges. */
export function withEveryForm(disk: FileSystem, manifests: readonly string[], maxFiles: number) {
  const texts = new Map<string, string>();
  const places: KnownPlace[] = [];
  for (const manifest of manifests) {
    const result = disk.read(manifest);
    if (result.kind !== 'text') continue;
    const root = dirname(manifest);
    // In a folder, and without characters that need escaping in some form.
    const all = [...readBundle(disk, root).files].filter((file) => /^[\w.-]+(?:\/[\w.-]+)+\.\w+$/.test(file)).sort();
    const files = all.filter((_, index) => index % Math.ceil(all.length / maxFiles) === 0);
    const { text, bodyStart } = readDocument(manifest, result.text);
    const section = everyForm(manifest, root, files, bodyStart);
    texts.set(manifest, `${text.slice(0, bodyStart)}${section.text}\n\n${text.slice(bodyStart)}`);
    places.push(...section.places);
  }
  return { fs: overlay(disk, texts), places };
}
