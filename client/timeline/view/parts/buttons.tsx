/** The common buttons of the page. */
import { type Glyph, Icon } from './icons.tsx';

interface ToolButtonProps {
  readonly icon: Glyph;
  /** The accessible name. */
  readonly label: string;
  /** The tooltip, with the keyboard shortcut; defaults to the label. */
  readonly title?: string;
  readonly small?: boolean;
  readonly disabled?: boolean;
  /** For a toggle button. */
  readonly pressed?: boolean;
  readonly onClick: () => void;
}

/** An icon-only button. */
export function ToolButton({ icon, label, title = label, small, disabled, pressed, onClick }: ToolButtonProps) {
  return (
    <button
      type="button"
      class={small === true ? 'tool small' : 'tool'}
      aria-label={label}
      title={title}
      disabled={disabled}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

interface ActionButtonProps {
  readonly icon: Glyph;
  readonly className?: string;
  readonly label: string;
  readonly title?: string;
  /** True for a button next to a more important one. */
  readonly secondary?: boolean;
  /** True if the label stays visible in a narrow layout. */
  readonly keepsLabel?: boolean;
  /** True for a button that has no effect now. It keeps the focus. */
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** A button for an action on the run: an icon with a label. */
export function ActionButton({
  icon,
  className,
  label,
  title = label,
  secondary,
  keepsLabel,
  disabled,
  onClick,
}: ActionButtonProps) {
  return (
    <button
      type="button"
      class={secondary === true ? 'button secondary' : 'button'}
      aria-label={label}
      title={title}
      aria-disabled={disabled === true ? 'true' : undefined}
      onClick={disabled === true ? undefined : onClick}
    >
      <Icon name={icon} className={className} />
      <span class={keepsLabel === true ? 'words' : 'words hideable'}>{label}</span>
    </button>
  );
}
