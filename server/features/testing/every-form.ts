/** Bundled files named in every form of reference, for tests and benches: few real skills have images, definitions or `@path`. */
import { basename, dirname, type FileSystem, join, overlay, readBundle, readDocument } from '../../../skill/index.ts';
import type { LeadForm } from '../../targets/target.ts';
import type { KnownPlace } from './followed.ts';

/** How a path is written in each form; `¦` stands on both sides of what leads to the file. */
const FORMS: readonly (readonly [LeadForm, (path: string, label: string) => string])[] = [
  ['link', (path) => `See [it](¦${path}¦ "Title").`],
  ['link', (path) => `See [it](<¦./${path}¦>).`],
  ['image', (path) => `![it](¦${path}¦)`],
  ['definition', (path, label) => `[${label}]: ¦${path}¦`],
  ['definition', (path, label) => `[${label}-angled]: <¦${path}¦>`],
  ['code', (path) => `Read \`¦${path}¦\` first.`],
  ['code-command', (path) => `Run \`cat ¦${path}¦ | head\` now.`],
  ['fence-command', (path) => `\`\`\`bash\ncat "¦${path}¦" out.txt\n\`\`\``],
  ['bare', (path) => `Read ¦${path}¦, then go on.`],
  ['import', (path) => `@¦${path}¦`],
  ['import', (path) => `Read \`@¦${path}¦\` first.`],
  ['tree', (path) => `\`\`\`\n.\n├── SKILL.md\n└── ${dirname(path)}/\n    └── ¦${basename(path)}¦\n\`\`\``],
];

/** A section that names each file in every form, to be put at an offset of a document; and where each of them stands. */
export function everyForm(document: string, root: string, files: readonly string[], offset: number) {
  let text = '\n\n## Files in every form\n';
  const places: KnownPlace[] = [];
  for (const [number, file] of files.entries()) {
    for (const [form, write] of FORMS) {
      const [before = '', path = '', after = ''] = write(file, `file-${number}`).split('¦');
      const start = offset + text.length + 2 + before.length;
      text += `\n\n${before}${path}${after}\n`;
      places.push({ document, form, start, end: start + path.length, leadsTo: join(root, file) });
    }
  }
  return { text, places };
}

/** The files with such a section at the beginning of each SKILL.md, for up to `most` of its bundled files; and all the places. */
export function withEveryForm(disk: FileSystem, manifests: readonly string[], most: number) {
  const texts = new Map<string, string>();
  const places: KnownPlace[] = [];
  for (const manifest of manifests) {
    const read = disk.read(manifest);
    if (read.kind !== 'text') continue;
    const root = dirname(manifest);
    // With a folder and without characters that must be written otherwise in some form.
    const all = [...readBundle(disk, root).files].filter((file) => /^[\w.-]+(?:\/[\w.-]+)+\.\w+$/.test(file)).sort();
    const files = all.filter((_, index) => index % Math.ceil(all.length / most) === 0);
    const { text, bodyStart } = readDocument(manifest, read.text);
    const section = everyForm(manifest, root, files, bodyStart);
    texts.set(manifest, `${text.slice(0, bodyStart)}${section.text}\n\n${text.slice(bodyStart)}`);
    places.push(...section.places);
  }
  return { fs: overlay(disk, texts), places };
}
