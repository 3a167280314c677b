/** The HTML of the webview. */
import { escapeHtml } from '../../runtime/text/escape-html.ts';

export interface PageParts {
  /** URIs of the two bundled files. */
  readonly script: string;
  readonly style: string;
  /** Unique per page: only the script with this nonce runs. */
  readonly nonce: string;
  /** Allowed source of style sheets: `webview.cspSource`. */
  readonly source: string;
  /** Path of the journal, which the page saves immediately so that it can be restored whenever the window closes. */
  readonly journal?: string;
  /** The document's title, which screen readers announce; `Agent run` by default. */
  readonly title?: string;
  /** The display language, used for formatting times. */
  readonly locale: string;
}

/** Returns the HTML of the page. Its policy allows only its own script and style sheet. */
export function pageHtml({
  script,
  style,
  nonce,
  source,
  journal = '',
  title = 'Agent run',
  locale,
}: PageParts): string {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${source}`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
<div id="root" data-journal="${escapeHtml(journal)}" data-locale="${escapeHtml(locale)}"></div>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
