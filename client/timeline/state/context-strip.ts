/** The strip that shows how full the context was: what it draws, and what it says. */
import { computed } from '@preact/signals';
import type { ContextDrawing, LostSkills } from '../model/context-curve.ts';
import * as store from './store.ts';

/** Height of the curve, in pixels. */
export const CURVE_HEIGHT = 28;

/** The facts that the strip shows. */
export interface ContextStrip extends LostSkills {
  readonly drawing: ContextDrawing;
  /** Tokens of the largest request; 0 if none is known. */
  readonly largest: number;
  /** Tokens of the model's context window; 0 if unknown. */
  readonly window: number;
  /** Tokens at the top of the strip. */
  readonly full: number;
  readonly isEstimated: boolean;
  readonly compactions: number;
}

/** The strip; undefined for a run of one request without a compaction, about which it would say nothing. */
export const contextStrip = computed((): ContextStrip | undefined => {
  store.slowVersion.value;
  const { contextCurve: curve, header } = store;
  const compactions = curve.compactions.length;
  if (curve.length < 2 && compactions === 0) return undefined;
  const { largest } = curve;
  const window = header.value?.contextWindow ?? 0;
  const full = Math.max(window, largest);
  const end = store.end.value;
  const drawing = curve.paint(store.scale.value, store.zoom.value, store.trackWidth.value, full, CURVE_HEIGHT, end);
  const isEstimated = header.value?.tokensEstimated === true;
  return { ...curve.lostSkills, drawing, largest, window, full, isEstimated, compactions };
});
