/** Markup that may stand in a page as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Html[] | undefined;

/** A template whose values become text, in elements and in quoted attributes alike; only `Html` stays markup. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.map((part, at) => part + written(at < values.length ? values[at] : undefined)).join(''));
}

function written(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(written).join('');
  return escaped(String(value));
}

/** Control characters have no place in a page, nor has what turns text around. */
const UNSEEN = /(?![\t\n\r])\p{Cc}|\p{Bidi_Control}/gu;

function escaped(text: string): string {
  return text.replace(UNSEEN, '\ufffd').replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
