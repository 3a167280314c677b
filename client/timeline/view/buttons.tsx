/** The buttons that the page has many of. */
import { type Glyph, Icon } from './icons.tsx';

interface ToolButtonProps {
  readonly icon: Glyph;
  /** Its name for a screen reader. */
  readonly label: string;
  /** What is shown over it, with its key; the label where it is absent. */
  readonly title?: string;
  readonly small?: boolean;
  readonly disabled?: boolean;
  /** For one that is on or off. */
  readonly pressed?: boolean;
  readonly onClick: () => void;
}

/** A button that is an icon alone. */
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

interface ActButtonProps {
  readonly icon: Glyph;
  readonly look?: string;
  readonly label: string;
  readonly title?: string;
  /** Beside the one that matters most. */
  readonly secondary?: boolean;
  /** Its words stay where there is little room. */
  readonly always?: boolean;
  readonly onClick: () => void;
}

/** A button that does something with the run: an icon, and words beside it. */
export function ActButton({ icon, look, label, title = label, secondary, always, onClick }: ActButtonProps) {
  return (
    <button
      type="button"
      class={secondary === true ? 'button secondary' : 'button'}
      aria-label={label}
      title={title}
      onClick={onClick}
    >
      <Icon name={icon} {...(look === undefined ? {} : { look })} />
      <span class={always === true ? 'words' : 'words hideable'}>{label}</span>
    </button>
  );
}
