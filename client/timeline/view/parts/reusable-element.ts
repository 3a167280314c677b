/**
 * A reusable element that caches what it shows, so that only changes are written: a write makes the browser recalculate
 * styles or layout, whereas a comparison costs nothing.
 */
import { splitAtHits } from '../../model/find.ts';

/** The inline styles that can be set. */
type StyleProperty = 'left' | 'right' | 'top' | 'width' | 'paddingLeft' | 'opacity';

export class ReusableElement {
  readonly element: HTMLElement;
  private readonly attributes = new Map<string, string>();
  private readonly node = document.createTextNode('');
  private classes: string;
  private readonly styles = new Map<StyleProperty, string>();
  private shownText = '';
  private query = '';
  private hasMarks = false;

  constructor(tag: 'div' | 'span' | 'i', setClass: string) {
    this.element = document.createElement(tag);
    this.element.className = setClass;
    this.classes = setClass;
  }

  /** Sets the classes. */
  setClass(classes: string): void {
    if (classes === this.classes) return;
    this.classes = classes;
    this.element.className = classes;
  }

  /**
   * Sets or removes (`''`) one property of the inline style. Uses the object model, because the content security policy
   * forbids style attributes, and one property at a time, because browsers parse a single length much faster than a
   * list.
   */
  setStyle(property: StyleProperty, value: string): void {
    if (value === (this.styles.get(property) ?? '')) return;
    this.styles.set(property, value);
    this.element.style[property] = value;
  }

  /** Sets or removes an attribute. */
  setAttribute(name: string, value: string | undefined): void {
    if (value === this.attributes.get(name)) return;
    if (value === undefined) {
      this.attributes.delete(name);
      this.element.removeAttribute(name);
    } else {
      this.attributes.set(name, value);
      this.element.setAttribute(name, value);
    }
  }

  /** Shows a text with search hits marked. Plain text only: model output is never rendered as markup. */
  setText(text: string, query = ''): void {
    if (text === this.shownText && query === this.query) return;
    this.shownText = text;
    this.query = query;
    const parts = query === '' ? [text] : splitAtHits(text, query);
    if (parts.length > 1) {
      this.element.replaceChildren(...parts.map((part, index) => (index % 2 === 1 ? mark(part) : part)));
      this.hasMarks = true;
      return;
    }
    this.node.data = text;
    if (this.hasMarks || this.node.parentNode === null) this.element.replaceChildren(this.node);
    this.hasMarks = false;
  }
}

function mark(text: string): HTMLElement {
  const element = document.createElement('mark');
  element.textContent = text;
  return element;
}

/** Creates an element with a class, a text and a title. */
export function createSpan(className: string, text: string, title = ''): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  if (title !== '') element.title = title;
  return element;
}
