// Made by `npm run generate`; do not edit.

import { clientLimits } from './client-limits.ts';
import { errorStreak } from './error-streak.ts';
import type { Guard } from './guard.ts';
import { noProgress } from './no-progress.ts';
import { repeats } from './repeats.ts';
import { resource } from './resource-guard.ts';
import { script } from './script-guard.ts';

/** Every guard, in the order in which they run. */
export const GUARDS: readonly Guard[] = [resource, script, noProgress, repeats, errorStreak, clientLimits];
