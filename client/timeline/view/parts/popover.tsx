/** A button with a panel below it. Esc and a click outside close it; Esc returns the focus to the button. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Glyph, Icon } from './icons.tsx';

interface Props {
  readonly icon: Glyph;
  readonly label: string;
  readonly title: string;
  /** Shown next to the icon; the button then looks pressed. */
  readonly count?: number;
  readonly pressed?: boolean;
  readonly children: (close: () => void) => ComponentChildren;
}

export function Popover({ icon, label, title, count = 0, pressed, children }: Props) {
  const [open, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  // A layout effect, because an effect after painting would miss a key pressed immediately, which would toggle the
  // button.
  useLayoutEffect(() => {
    if (!open) return;
    container.current?.querySelector<HTMLElement>('.popover :is(input, button):not(:disabled)')?.focus();
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && container.current?.contains(event.target) !== true) setOpen(false);
    };
    // On the window, because a button pressed in here may have been disabled and lost the focus.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    };
    window.addEventListener('pointerdown', outside);
    window.addEventListener('keydown', onKey, true);
    return () => {
      window.removeEventListener('pointerdown', outside);
      window.removeEventListener('keydown', onKey, true);
    };
  }, [open]);
  return (
    <div class="popover-place" ref={container}>
      <button
        ref={button}
        type="button"
        class="tool opener"
        aria-label={label}
        title={title}
        aria-expanded={open}
        aria-pressed={pressed}
        onClick={() => setOpen(!open)}
      >
        <Icon name={icon} />
        {count > 0 && <span class="n">{count}</span>}
      </button>
      {open && <div class="popover">{children(close)}</div>}
    </div>
  );
}
