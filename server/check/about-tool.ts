import { readFileSync } from 'node:fs';
import type { AboutTool } from './sarif.ts';

/**
 * The version and the rules' pages as they lie beside the command line: `package.json` and `docs/rules`, one folder above
 * `dist` (or two above this file where it runs unbundled). Where they are not shipped the log does without. The
 * address of a page is that of the repository, where `package.json` names one (`homepage`): a path of this machine would
 * be of use to nobody who reads the log elsewhere.
 */
export function aboutTool(): AboutTool {
  const roots = [new URL('../', import.meta.url), new URL('../../', import.meta.url)];
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
        return { what: whatOf(text), text, ...(uri ? { uri } : {}) };
      },
    };
  }
  return {};
}

/** The paragraph below the heading, without its level and its marks. */
function whatOf(page: string): string {
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
      const one: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
      return typeof one === 'string' ? one : undefined;
    };
    const [version, homepage] = [field('version'), field('homepage')];
    return { ...(version === undefined ? {} : { version }), ...(homepage === undefined ? {} : { homepage }) };
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
