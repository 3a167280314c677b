/** Keyboard handling of the tree, as in VS Code's trees. */
import type { Outline } from './outline.ts';
import type { Table } from './table.ts';

export interface Key {
  readonly key: string;
  readonly shift: boolean;
  readonly ctrl: boolean;
}

export type TreeAction =
  | { readonly kind: 'select'; readonly id: number }
  | { readonly kind: 'fold'; readonly id: number; readonly open: boolean }
  | { readonly kind: 'source'; readonly id: number }
  | { readonly kind: 'naming'; readonly id: number }
  | { readonly kind: 'problem'; readonly step: 1 | -1 }
  | { readonly kind: 'compaction'; readonly step: 1 | -1 }
  | { readonly kind: 'change'; readonly step: 1 | -1 }
  | { readonly kind: 'foldAll' }
  | { readonly kind: 'pan'; readonly by: number }
  | { readonly kind: 'evidence'; readonly step: 1 | -1 }
  | { readonly kind: 'details' }
  | { readonly kind: 'repeats' }
  | { readonly kind: 'unfoldRepeats'; readonly id: number }
  | { readonly kind: 'find' }
  | { readonly kind: 'prompt' }
  | { readonly kind: 'zoomToRows' }
  | { readonly kind: 'zoom'; readonly to: 'in' | 'out' | 'whole' }
  | { readonly kind: 'escape' };

export interface TreeState {
  readonly table: Table;
  readonly outline: Outline;
  readonly collapsed: ReadonlySet<number>;
  /** Ids of the rows that others are folded into. */
  readonly repeated: ReadonlyMap<number, unknown>;
  /** Id of the active row, -1 for none. */
  readonly active: number;
  /** Number of rows completely in view. */
  readonly page: number;
}

/** Returns the action of a key, or undefined if the tree does not handle the key. */
export function treeKey(key: Key, state: TreeState): TreeAction | undefined {
  if (key.key === 'F8') return { kind: 'problem', step: key.shift ? -1 : 1 };
  if (key.ctrl) {
    if (key.key.toLowerCase() === 'f') return { kind: 'find' };
    if (key.key === 'ArrowLeft') return { kind: 'foldAll' };
    return undefined;
  }
  const { outline, active } = state;
  const index = outline.visibleIndex(active);
  const goTo = (at: number): TreeAction | undefined => {
    const id = outline.at(Math.max(0, Math.min(outline.length - 1, at)));
    return id < 0 ? undefined : { kind: 'select', id };
  };
  switch (key.key) {
    case 'ArrowDown':
      return goTo(index + 1);
    case 'ArrowUp':
      return goTo(index < 0 ? 0 : index - 1);
    case 'Home':
      return goTo(0);
    case 'End':
      return goTo(outline.length - 1);
    case 'PageDown':
      return goTo(Math.max(0, index) + Math.max(1, state.page - 1));
    case 'PageUp':
      return goTo(index - Math.max(1, state.page - 1));
    case 'ArrowRight':
      return unfold(state, index);
    case 'ArrowLeft':
      return fold(state, index);
    case ' ':
      if (!outline.isParent(active)) return undefined;
      return { kind: 'fold', id: active, open: state.collapsed.has(active) };
    case 'Enter':
      return index < 0 ? undefined : { kind: key.shift ? 'naming' : 'source', id: active };
    case 'e':
    case 'E':
      return { kind: 'evidence', step: key.shift ? -1 : 1 };
    case 'c':
    case 'C':
      return { kind: 'compaction', step: key.shift ? -1 : 1 };
    case 'g':
    case 'G':
      return { kind: 'change', step: key.shift ? -1 : 1 };
    case 'r':
    case 'R':
      return { kind: 'repeats' };
    case 'v':
    case 'V':
      return { kind: 'zoomToRows' };
    case 'd':
    case 'D':
      return { kind: 'details' };
    case 'p':
    case 'P':
      return { kind: 'prompt' };
    case '/':
      return { kind: 'find' };
    case '[':
      return { kind: 'pan', by: -0.25 };
    case ']':
      return { kind: 'pan', by: 0.25 };
    case '+':
    case '=':
      return { kind: 'zoom', to: 'in' };
    case '-':
      return { kind: 'zoom', to: 'out' };
    case '0':
      return { kind: 'zoom', to: 'whole' };
    case 'Escape':
      return { kind: 'escape' };
    default:
      return undefined;
  }
}

function unfold({ outline, collapsed, repeated, active }: TreeState, index: number): TreeAction | undefined {
  if (index >= 0 && repeated.has(active)) return { kind: 'unfoldRepeats', id: active };
  if (index < 0 || !outline.isParent(active)) return undefined;
  if (collapsed.has(active)) return { kind: 'fold', id: active, open: true };
  const child = outline.at(index + 1);
  return child < 0 ? undefined : { kind: 'select', id: child };
}

function fold({ table, outline, collapsed, active }: TreeState, index: number): TreeAction | undefined {
  if (index < 0 || outline.isFlat) return undefined;
  if (outline.isParent(active) && !collapsed.has(active)) return { kind: 'fold', id: active, open: false };
  const parent = table.parent(active);
  return parent < 0 ? undefined : { kind: 'select', id: parent };
}
