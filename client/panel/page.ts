/** The page that the webview loads. */

export interface PageParts {
  /** Addresses of the bundle's two files. */
  readonly script: string;
  readonly style: string;
  /** Fresh for each page: only the script that carries it runs. */
  readonly nonce: string;
  /** Where style sheets may come from: `webview.cspSource`. */
  readonly source: string;
  /** Path of the journal: the page keeps it at once, so that it can be restored whenever the window closes. */
  readonly journal: string;
  /** The display language, which times are written in. */
  readonly locale: string;
}

/** The page as HTML. It may load its script and its style sheet, and nothing else from anywhere. */
export function pageHtml({ script, style, nonce, source, journal, locale }: PageParts): string {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${source}`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Agent run</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
<div id="root" data-journal="${attribute(journal)}" data-locale="${attribute(locale)}"></div>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}

/** A folder's name may hold anything: as the value of an attribute it is only text. */
function attribute(text: string): string {
  return text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
