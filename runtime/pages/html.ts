import { escapeHtml } from '../text/escape-html.ts';

/** Markup that is inserted without escaping. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Html[] | undefined;

/** A template tag that escapes its values for elements and quoted attributes. Only `Html` values remain markup. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.map((part, at) => part + toMarkup(at < values.length ? values[at] : undefined)).join(''));
}

function toMarkup(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(toMarkup).join('');
  return escapeHtml(String(value).replace(INVISIBLE, '\ufffd'));
}

/** Control and bidirectional characters, which are replaced. */
const INVISIBLE = /(?![\t\n\r])\p{Cc}|\p{Bidi_Control}/gu;
