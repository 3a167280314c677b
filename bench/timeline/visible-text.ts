/** The text that a person sees on a page, without what is scrolled away, cut off at an edge or hidden. */
import type { Page } from 'playwright-core';

/** Returns the visible text of a page: one line for each block with text, from top to bottom. */
export function visibleText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const blocks = new Map<Element, { text: string; readonly top: number; readonly left: number }>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) !== true) continue;
      const clip = clipOf(parent);
      range.selectNodeContents(node);
      const whole = range.getBoundingClientRect();
      const text = inside(whole, clip) ? (node.textContent ?? '') : visiblePart(node, clip);
      if (text.trim() === '') continue;
      const block = blockOf(parent);
      const known = blocks.get(block);
      if (known === undefined) blocks.set(block, { text, top: Math.max(whole.top, clip.top), left: whole.left });
      else known.text += text;
    }
    const ordered = [...blocks.values()].sort((a, b) => Math.round(a.top - b.top) || a.left - b.left);
    return ordered.map((block) => block.text).join('\n');

    /** Returns the part of the window in which an element's text can be seen. */
    function clipOf(element: Element): DOMRect {
      let left = 0;
      let top = 0;
      let right = innerWidth;
      let bottom = innerHeight;
      for (let one: Element | null = element; one !== null; one = one.parentElement) {
        const style = getComputedStyle(one);
        if (style.overflow === 'visible' || style.display === 'inline') continue;
        const box = one.getBoundingClientRect();
        left = Math.max(left, box.left);
        top = Math.max(top, box.top);
        right = Math.min(right, box.right);
        bottom = Math.min(bottom, box.bottom);
      }
      return new DOMRect(left, top, right - left, bottom - top);
    }

    // One pixel: fractions of a pixel cut nothing that a person reads.
    function inside(box: DOMRect, clip: DOMRect): boolean {
      return (
        box.left >= clip.left - 1 &&
        box.right <= clip.right + 1 &&
        box.top >= clip.top - 1 &&
        box.bottom <= clip.bottom + 1
      );
    }

    /** Returns the characters of a text that are within its clip; at most the first 20,000 are looked at. */
    function visiblePart(node: Node, clip: DOMRect): string {
      const all = (node.textContent ?? '').slice(0, 20_000);
      let seen = '';
      for (let at = 0; at < all.length; at++) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const box = range.getBoundingClientRect();
        if (box.top > clip.bottom) break;
        if (inside(box, clip)) seen += all.charAt(at);
      }
      return seen;
    }

    function blockOf(element: Element): Element {
      let block = element;
      while (block.parentElement !== null && getComputedStyle(block).display === 'inline') block = block.parentElement;
      return block;
    }
  });
}
