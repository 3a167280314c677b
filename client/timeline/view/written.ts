/**
 * An element that is used again. What it shows is kept beside it, so that only what differs is written: each write
 * costs the browser a look at style or layout, a comparison costs nothing.
 */
import { splitAtHits } from '../model/find.ts';

/** What is styled one by one. */
type Styled = 'left' | 'right' | 'top' | 'width' | 'paddingLeft' | 'opacity';

export class Written {
  readonly element: HTMLElement;
  private readonly attributes = new Map<string, string>();
  private readonly node = document.createTextNode('');
  private classes: string;
  private readonly styles = new Map<Styled, string>();
  private words = '';
  private query = '';
  private marked = false;

  constructor(tag: 'div' | 'span' | 'i', look: string) {
    this.element = document.createElement(tag);
    this.element.className = look;
    this.classes = look;
  }

  /** Sets the classes. */
  look(classes: string): void {
    if (classes === this.classes) return;
    this.classes = classes;
    this.element.className = classes;
  }

  /**
   * Sets one property of the inline style, or takes it away (`''`). Through the object model: the policy forbids it as
   * an attribute. One by one, because the browser reads a single length far faster than a text of several.
   */
  style(property: Styled, value: string): void {
    if (value === (this.styles.get(property) ?? '')) return;
    this.styles.set(property, value);
    this.element.style[property] = value;
  }

  /** Sets an attribute, or takes it away. */
  attribute(name: string, value: string | undefined): void {
    if (value === this.attributes.get(name)) return;
    if (value === undefined) {
      this.attributes.delete(name);
      this.element.removeAttribute(name);
    } else {
      this.attributes.set(name, value);
      this.element.setAttribute(name, value);
    }
  }

  /** Shows a text, with the words that were searched for marked. Text only: nothing a model wrote is ever markup. */
  text(text: string, query = ''): void {
    if (text === this.words && query === this.query) return;
    this.words = text;
    this.query = query;
    const parts = query === '' ? [text] : splitAtHits(text, query);
    if (parts.length > 1) {
      this.element.replaceChildren(...parts.map((part, place) => (place % 2 === 1 ? mark(part) : part)));
      this.marked = true;
      return;
    }
    this.node.data = text;
    if (this.marked || this.node.parentNode === null) this.element.replaceChildren(this.node);
    this.marked = false;
  }
}

function mark(text: string): HTMLElement {
  const element = document.createElement('mark');
  element.textContent = text;
  return element;
}

/** A new element with a class, a text and a title. */
export function made(look: string, text: string, title = ''): HTMLElement {
  const element = document.createElement('span');
  element.className = look;
  element.textContent = text;
  if (title !== '') element.title = title;
  return element;
}
