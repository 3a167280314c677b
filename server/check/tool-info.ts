import { readFileSync } from 'node:fs';
import { defined, own } from '../../skill/index.ts';
import type { ToolInfo } from './sarif.ts';

/**
 * Returns the version and rule pages that ship with the command line: `package.json` and `docs/rules`, one folder above
 * `dist` (two above this file when unbundled). Anything that is not shipped is absent. A page's URL is in the repository
 * if `package.json` has a `homepage`: a local path would be useless to readers of the log elsewhere.
 */
export function toolInfo(): ToolInfo {
  const roots = [new URL('../', import.meta.url), new URL('../..', import.meta.url)];
  for (const root of roots) {
    const about = read(new URL('package.json', root));
    if (about === undefined) continue;
    const { version, homepage } = fieldsOf(about);
    return {
      version,
      pages: (code) => {
        const file = new URL(`docs/rules/${code}.md`, root);
        const text = read(file);
        if (text === undefined) return undefined;
        const uri = homepage && `${homepage.replace(/\/$/, '')}/docs/rules/${code}.md`;
        return defined({ what: summaryOf(text), text, uri: uri || undefined });
      },
    };
  }
  return {};
}

/** Returns the paragraph after the heading, without its level and markup. */
function summaryOf(page: string): string {
  const paragraph = page.split(/\n{2,}/)[1] ?? '';
  return paragraph
    .replace(/^\*\*[\s\S]*?\.(?:\*\*)?\s+/, '')
    .replaceAll(/[*`]/g, '')
    .trim();
}

function fieldsOf(text: string): { readonly version?: string; readonly homepage?: string } {
  try {
    const value: unknown = JSON.parse(text);
    const field = (name: string): string | undefined => {
      const one: unknown = typeof value === 'object' && value !== null ? own(value, name) : undefined;
      return typeof one === 'string' ? one : undefined;
    };
    const [version, homepage] = [field('version'), field('homepage')];
    return defined({ version, homepage });
  } catch {
    return {};
  }
}

function read(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
