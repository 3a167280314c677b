import { createHash } from 'node:crypto';
import { Html, html } from './html.ts';

/** The parts of a page, which is one file without external resources. */
interface PageParts {
  readonly title: string;
  /** A style sheet of ours. */
  readonly style: string;
  /** A script of ours; absent for a page without scripts. */
  readonly script?: string;
  /** The id of the page's `main` element. */
  readonly id?: string;
  readonly content: Html | readonly Html[];
}

/** Renders a page. Its own content security policy allows its style and its script, by their hashes, and nothing else. */
export function htmlPage({ title, style, script, id, content }: PageParts): string {
  const scripts = script === undefined ? '' : ` script-src 'sha256-${hash(script)}';`;
  const policy = `default-src 'none';${scripts} style-src 'sha256-${hash(style)}'; base-uri 'none'; form-action 'none'`;
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Html(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<main${id === undefined ? undefined : html` id="${id}"`}>
${content}
</main>${script === undefined ? undefined : html`<script>${new Html(script)}</script>`}
</body>
</html>`;
  return page.text;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
