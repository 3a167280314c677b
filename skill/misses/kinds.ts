import { FILE_KINDS } from './file-kinds.ts';
import type { MissKind } from './kind.ts';
import { NAME_KINDS } from './name-kinds.ts';
import { WRONG_BASE_KINDS } from './wrong-base-kinds.ts';
import { WRONG_ROOT_KINDS } from './wrong-root-kinds.ts';

/** All kinds of misses, the commonest group first. */
export const MISS_KINDS: readonly MissKind[] = [...WRONG_ROOT_KINDS, ...WRONG_BASE_KINDS, ...NAME_KINDS, ...FILE_KINDS];
