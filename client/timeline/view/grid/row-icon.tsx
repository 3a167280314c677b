/**
 * A row's twistie and icon as one SVG with three paths. When a row element is reused, only the outlines change and no
 * elements are added or removed.
 */
import { render } from 'preact';
import type { IconName } from '../../row.ts';
import { Icon } from '../parts/icons.tsx';

/** `none`, for a row without children, keeps the space of the twistie. */
export type TwistieState = 'none' | 'open' | 'shut';

/** Drawn at negative x, left of the icon, because a translated path would be painted separately. */
const TWISTIE_PATHS: { readonly [twist in TwistieState]: string } = {
  none: '',
  open: 'M-12.3 6.5-9 9.8-5.7 6.5',
  shut: 'M-10.5 4.7-7.2 8-10.5 11.3',
};

/** Width of the twistie's click area, from the left edge, in pixels. */
export const TWISTIE_WIDTH = 17;

export class RowIcon {
  readonly svg = svgElement('svg', {
    class: 'sign',
    width: '33',
    height: '16',
    viewBox: `${-TWISTIE_WIDTH} 0 33 16`,
    'aria-hidden': 'true',
  });
  private readonly twist = new PathElement();
  private readonly thin = new PathElement();
  private readonly bold = new PathElement();

  constructor() {
    this.svg.append(this.twist.element, this.thin.element, this.bold.element);
  }

  /** @param className class that sets the icon's color */
  draw(icon: IconName, className: string, twist: TwistieState): void {
    this.twist.draw(TWISTIE_PATHS[twist], 'twist');
    const { thin, bold } = outlineOf(icon);
    this.thin.draw(thin, `shape ${className}`);
    this.bold.draw(bold, `shape bold ${className}`);
  }
}

/** A path that is written only when it changes. */
class PathElement {
  readonly element = svgElement('path', {});
  private outline = '';
  private className = '';

  draw(outline: string, className: string): void {
    if (outline !== this.outline) this.element.setAttribute('d', outline);
    this.outline = outline;
    // The color of an empty path is not visible.
    if (outline === '' || className === this.className) return;
    this.className = className;
    this.element.setAttribute('class', className);
  }
}

interface IconOutline {
  readonly thin: string;
  /** The shapes drawn with a thicker stroke. */
  readonly bold: string;
}

const outlines = new Map<IconName, IconOutline>();

/** Returns an icon's shapes as two outlines. */
function outlineOf(icon: IconName): IconOutline {
  const known = outlines.get(icon);
  if (known !== undefined) return known;
  const container = document.createElement('div');
  render(<Icon name={icon} />, container);
  const shapes = [...(container.firstElementChild?.children ?? [])];
  const drawn = (bold: boolean) =>
    shapes
      .filter((shape) => shape.hasAttribute('stroke-width') === bold)
      .map(pathOf)
      .join('');
  const outline = { thin: drawn(false), bold: drawn(true) };
  outlines.set(icon, outline);
  return outline;
}

function pathOf(shape: Element): string {
  const number = (name: string) => Number(shape.getAttribute(name) ?? 0);
  if (shape.tagName === 'circle') {
    const r = number('r');
    return `M${number('cx') - r} ${number('cy')}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  }
  if (shape.tagName === 'rect') {
    const r = number('rx');
    const [width, height] = [number('width') - 2 * r, number('height') - 2 * r];
    const turn = (x: number, y: number) => `a${r} ${r} 0 0 1 ${x} ${y}`;
    return `M${number('x') + r} ${number('y')}h${width}${turn(r, r)}v${height}${turn(-r, r)}h${-width}${turn(-r, -r)}v${-height}${turn(r, -r)}z`;
  }
  // Start at the origin: a path that starts with a relative command would otherwise depend on the path before it.
  return `M0 0${shape.getAttribute('d') ?? ''}`;
}

function svgElement(tag: 'svg' | 'path', attributes: { readonly [name: string]: string }): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
