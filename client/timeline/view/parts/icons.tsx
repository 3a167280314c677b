/** All icons of the timeline, drawn in a 16 px box in the current text color. */
import type { JSX } from 'preact';
import type { IconName } from '../../row.ts';

export type Glyph =
  | IconName
  | 'check'
  | 'stop-square'
  | 'again'
  | 'search'
  | 'up'
  | 'down'
  | 'warning'
  | 'squeeze'
  | 'minus'
  | 'plus'
  | 'fit'
  | 'fit-rows'
  | 'flask'
  | 'chevron-right'
  | 'chevron-down'
  | 'bulb'
  | 'copy'
  | 'go-to'
  | 'filter'
  | 'pause'
  | 'arrow'
  | 'fold'
  | 'open-editor'
  | 'fork'
  | 'debug'
  | 'pane'
  | 'close';

const STAR = 'M6.2 3.2 7.3 6.4 10.5 7.5 7.3 8.6 6.2 11.8 5.1 8.6 1.9 7.5 5.1 6.4z';
const SHEET = 'M9.2 1.8H4.4c-.5 0-.9.4-.9.9v10.6c0 .5.4.9.9.9h7.2c.5 0 .9-.4.9-.9V5.1zM9.2 1.8v3.3h3.3';

const SHAPES: { readonly [name in Glyph]: JSX.Element } = {
  agent: (
    <>
      <rect x="2.8" y="5.2" width="10.4" height="7.6" rx="2" />
      <path d="M8 5.2V2.8M1.2 8v2.4M14.8 8v2.4" />
      <circle cx="8" cy="2.3" r=".7" />
      <path d="M6 8.2v1.4M10 8.2v1.4" stroke-width="1.5" />
    </>
  ),
  model: (
    <>
      <path d={STAR} />
      <path d="M12.1 1.6v3.2M10.5 3.2h3.2M12.4 10.6v3M10.9 12.1h3" />
    </>
  ),
  list: <path d="M2.4 4h1M2.4 8h1M2.4 12h1M5.8 4h7.8M5.8 8h7.8M5.8 12h7.8" />,
  book: (
    <path d="M8 3.8C6.7 2.8 4.7 2.5 2 2.6v9.6c2.7-.1 4.7.2 6 1.2 1.3-1 3.3-1.3 6-1.2V2.6c-2.7-.1-4.7.2-6 1.2zm0 0v9.6" />
  ),
  page: <path d={SHEET} />,
  'page-missed': (
    <>
      <path d="M12.5 7.4V5.1L9.2 1.8H4.4c-.5 0-.9.4-.9.9v10.6c0 .5.4.9.9.9h3M9.2 1.8v3.3h3.3" />
      <path d="m9.8 10.2 4 4M13.8 10.2l-4 4" stroke-width="1.5" />
    </>
  ),
  tool: (
    <path d="M13.6 4.6a3.6 3.6 0 0 1-4.9 4.3l-4.5 4.5a1.3 1.3 0 0 1-1.8-1.8l4.6-4.6a3.6 3.6 0 0 1 4.4-4.6L9.3 4.5l.3 2 2 .2z" />
  ),
  tools: (
    <>
      <path d="M10.9 6.7a3.1 3.1 0 0 1-3.7 1.9l-3.9 3.9a1.1 1.1 0 0 1-1.6-1.6l4-4a3.1 3.1 0 0 1 3.8-3.9L7.2 5.1l.2 1.6 1.6.2z" />
      <path d="M12 9.6v4.4M9.8 11.8h4.4" stroke-width="1.4" />
    </>
  ),
  key: (
    <>
      <circle cx="5" cy="11" r="2.9" />
      <path d="m7.1 8.9 6.1-6.1M10.6 5.4l2.2 2.2M12.4 3.6l1.4 1.4" />
    </>
  ),
  terminal: (
    <>
      <rect x="1.8" y="2.8" width="12.4" height="10.4" rx="1.2" />
      <path d="m4.4 5.8 2.2 2.1-2.2 2.1M8.4 10.2h3" />
    </>
  ),
  play: <path d="M4.4 2.9v10.2L12.6 8z" />,
  guard: (
    <>
      <path d="M8 1.6 13.2 3.4v4.2c0 3.1-2 5.4-5.2 6.8-3.2-1.4-5.2-3.7-5.2-6.8V3.4z" />
      <path d="m6 5.9 4 4M10 5.9l-4 4" />
    </>
  ),
  person: (
    <>
      <circle cx="6.8" cy="4.6" r="2.6" />
      <path d="M2 13.6c.3-3 2-4.7 4.8-4.7 1 0 1.9.2 2.6.7M9.4 12.2l1.6 1.6 3-3.4" />
    </>
  ),
  answer: (
    <>
      <path d="M2 3.4c0-.5.4-.9.9-.9h10.2c.5 0 .9.4.9.9v7c0 .5-.4.9-.9.9H7.2L4.4 13.9v-2.6H2.9a.9.9 0 0 1-.9-.9z" />
      <path d="M4.8 5.6h6.4M4.8 8.2h4" />
    </>
  ),
  error: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="m5.8 5.8 4.4 4.4M10.2 5.8l-4.4 4.4" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 7.3v3.9M8 4.7v1" stroke-width="1.4" />
    </>
  ),
  check: <path d="m2.8 8.6 3.4 3.4 7-7.6" stroke-width="1.6" />,
  'stop-square': <rect x="3.2" y="3.2" width="9.6" height="9.6" rx="1" fill="currentColor" stroke="none" />,
  again: <path d="M13.4 8a5.4 5.4 0 1 1-1.7-3.9M13.4 1.8v3h-3" />,
  search: (
    <>
      <circle cx="6.8" cy="6.8" r="4.3" />
      <path d="m10 10 4 4" />
    </>
  ),
  up: <path d="M8 13.4V2.8M3.6 7.2 8 2.8l4.4 4.4" />,
  down: <path d="M8 2.6v10.6M3.6 8.8 8 13.2l4.4-4.4" />,
  warning: <path d="M8 2.2 14.4 13.6H1.6zM8 6.4v3.6M8 11.3v1" />,
  compaction: <path d="M2 2.6h12M2 13.4h12M8 4v3.4M6.2 5.8 8 7.6l1.8-1.8M8 12V8.6M6.2 10.2 8 8.4l1.8 1.8" />,
  squeeze: <path d="M1 8h4.8M3.8 5.8 6 8l-2.2 2.2M15 8h-4.8M12.2 5.8 10 8l2.2 2.2M8 2.6v10.8" />,
  minus: <path d="M2.6 8h10.8" />,
  plus: <path d="M2.6 8h10.8M8 2.6v10.8" />,
  'fit-rows': <path d="M1.8 2v12M14.2 2v12M4 4.5h4M5.5 8h5M8 11.5h4" />,
  fit: <path d="M1.8 3v10M14.2 3v10M4 8h8M6 5.8 3.8 8 6 10.2M10 5.8 12.2 8 10 10.2" />,
  flask: <path d="M6 1.8h4M6.6 1.8v4.4L2.9 12.6c-.4.8.1 1.6 1 1.6h8.2c.9 0 1.4-.8 1-1.6L9.4 6.2V1.8M4.6 9.8h6.8" />,
  'chevron-right': <path d="m6 3.6 4.4 4.4L6 12.4" />,
  'chevron-down': <path d="M3.6 6 8 10.4 12.4 6" />,
  bulb: <path d="M6 11.6h4M6.4 13.8h3.2M6 11.4c0-1.3-2.3-2.4-2.3-5.1a4.3 4.3 0 0 1 8.6 0c0 2.7-2.3 3.8-2.3 5.1" />,
  copy: (
    <>
      <rect x="5.2" y="4.8" width="8.2" height="9.2" rx="1" />
      <path d="M3 11.2c-.3-.1-.5-.4-.5-.8V2.9c0-.5.4-.9.9-.9H10c.4 0 .7.2.8.6" />
    </>
  ),
  'go-to': (
    <path d="M8.8 2.4h4.8v4.8M13.6 2.4 7.4 8.6M12.4 9.4v3.2c0 .5-.4.9-.9.9H3.4c-.5 0-.9-.4-.9-.9V4.5c0-.5.4-.9.9-.9h3.2" />
  ),
  filter: <path d="M2 3h12L9.6 8.4v4.2L6.4 14V8.4z" />,
  pause: <path d="M5.6 3.2v9.6M10.4 3.2v9.6" stroke-width="1.8" />,
  arrow: <path d="M2.4 8h10.8M9.4 4.2 13.2 8l-3.8 3.8" />,
  fold: <path d="M3 8h10M8 1.8v3.8M6.2 4 8 5.8 9.8 4M8 14.2v-3.8M6.2 12 8 10.2 9.8 12" />,
  pane: (
    <path d="M2.6 2.8h10.8c.4 0 .8.4.8.8v8.8c0 .4-.4.8-.8.8H2.6a.8.8 0 0 1-.8-.8V3.6c0-.4.4-.8.8-.8zM9.8 2.8v10.4" />
  ),
  'open-editor': (
    <>
      <path d="M9.2 1.8H4.4c-.5 0-.9.4-.9.9v10.6c0 .5.4.9.9.9h7.2c.5 0 .9-.4.9-.9V5.1zM9.2 1.8v3.3h3.3" />
      <path d="m6.9 7.6-1.5 1.7 1.5 1.7M9.1 7.6l1.5 1.7-1.5 1.7" />
    </>
  ),
  fork: (
    <>
      <circle cx="4.4" cy="3.6" r="1.6" />
      <circle cx="4.4" cy="12.4" r="1.6" />
      <circle cx="11.6" cy="5.6" r="1.6" />
      <path d="M4.4 5.2v5.6M11.6 7.2c0 2.2-1.8 2.4-3.6 2.6-1.6.2-3 .4-3.4 1.2" />
    </>
  ),
  debug: (
    <>
      <ellipse cx="8" cy="9.2" rx="3.2" ry="4.2" />
      <path d="M5.8 6.2a2.2 2.2 0 0 1 4.4 0M4.8 9.2H1.8M14.2 9.2h-3M5.3 6.8 3 4.8M10.7 6.8 13 4.8M5.3 11.8 3 13.8M10.7 11.8l2.3 2M8 7v6.4" />
    </>
  ),
  close: <path d="m3.4 3.4 9.2 9.2M12.6 3.4l-9.2 9.2" />,
};

/** A decorative icon. Its meaning must be repeated in adjacent text or a label. */
export function Icon({ name, className }: { readonly name: Glyph; readonly className?: string | undefined }) {
  return (
    <svg
      class={`icon ${className ?? ''}`}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
      focusable="false"
    >
      {SHAPES[name]}
    </svg>
  );
}
