/**
 * A command line for VS Code's Markdown language service, which has none: `node markdown-service.mjs MODULES FOLDER`
 * checks the links of every SKILL.md under FOLDER, as the editor does with `markdown.validate.enabled`, and prints them.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules = '', folder = ''] = process.argv.slice(2);
const require = createRequire(join(resolve(modules), 'node_modules/'));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const service = await import(
  pathToFileURL(join(resolve(modules), 'node_modules/vscode-markdown-languageservice/out/index.js')).href
);
const { TextDocument } = await load('vscode-languageserver-textdocument');
const { URI } = (await load('vscode-uri')).URI ? await load('vscode-uri') : (await load('vscode-uri')).default;
const MarkdownIt = (await load('markdown-it')).default;

const md = MarkdownIt({ html: true });
const never = () => ({ dispose() {} });
const open = (uri) => TextDocument.create(uri.toString(), 'markdown', 1, readFileSync(uri.fsPath, 'utf8'));
const token = { isCancellationRequested: false, onCancellationRequested: never };

const manifests = [];
(function walk(at) {
  for (const entry of readdirSync(at, { withFileTypes: true })) {
    if (entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules') walk(join(at, entry.name));
    else if (/^skill\.md$/i.test(entry.name)) manifests.push(join(at, entry.name));
  }
})(resolve(folder));

const workspace = {
  workspaceFolders: readdirSync(folder).map((name) => URI.file(join(resolve(folder), name))),
  onDidChangeMarkdownDocument: never,
  onDidCreateMarkdownDocument: never,
  onDidDeleteMarkdownDocument: never,
  getAllMarkdownDocuments: async () => [],
  hasMarkdownDocument: (uri) => existsSync(uri.fsPath),
  openMarkdownDocument: async (uri) => (existsSync(uri.fsPath) ? open(uri) : undefined),
  stat: async (uri) => (existsSync(uri.fsPath) ? { isDirectory: statSync(uri.fsPath).isDirectory() } : undefined),
  readDirectory: async () => [],
};
const language = service.createLanguageService({
  workspace,
  parser: { slugifier: service.githubSlugifier, tokenize: async (document) => md.parse(document.getText(), {}) },
  logger: { level: service.LogLevel.Off, log() {} },
});
const error = service.DiagnosticLevel.error;
const findings = [];
for (const file of manifests) {
  const document = open(URI.file(file));
  const found = await language.computeDiagnostics(document, { validateFileLinks: error, ignoreLinks: [] }, token);
  for (const { range } of found) findings.push({ file, line: range.start.line + 1, target: document.getText(range) });
}
process.stdout.write(JSON.stringify(findings));
