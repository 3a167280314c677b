/**
 * The types that say how models went wrong in a client, in sessions of real agents. Nothing here is estimated: without a
 * denominator the share of a kind is not measured.
 */
import type { MissKindId } from '../model/miss-kind-id.ts';

/** The thing that was asked for: a skill's SKILL.md, another file of a skill, or a skill by its name. */
export type MissedThing = 'skill-file' | 'bundled' | 'skill-name';

/** Misses of real agents in a client. */
export type ClientMiss = MissRate | CollectedMisses | CountedRuns;

/** The share of all requests of sessions that were not chosen by their errors. It says nothing about the kinds. */
export interface MissRate {
  readonly basis: 'requests';
  readonly what: MissedThing;
  readonly missed: number;
  readonly of: number;
  readonly source: string;
}

/**
 * Misses of one kind that were collected because they missed. They show that models do so, and the weights of the kinds
 * among each other, but not how often: that is not measured.
 */
export interface CollectedMisses {
  readonly basis: 'collected';
  readonly what: MissedThing;
  readonly kind: MissKindId;
  /** Independent ones: one author, skill and kind count once. */
  readonly missed: number;
  readonly source: string;
}

/**
 * Runs of one skill that were chosen by their layout and counted whole. They hold for this layout only, and set no share for
 * skills that are installed otherwise.
 */
export interface CountedRuns {
  readonly basis: 'runs';
  readonly what: MissedThing;
  readonly kind: MissKindId;
  readonly missed: number;
  readonly of: number;
  /** Runs that never read the file, of those that missed; absent if it is not known. */
  readonly neverRead?: number;
  readonly layout: MissLayout;
  readonly source: string;
}

/** The place of the skill of counted runs, and what its text or the client wrote. */
export interface MissLayout {
  /** The version of the client, as far as it is known. */
  readonly version: string;
  /** The folder around the skill's folder; relative to the workspace, or to the home with `~/`. */
  readonly root: string;
  /** The path in the client's list or in the skill's text: `{skill}` is the name of the skill, `{file}` any file of it. */
  readonly written: string;
  /** The path that was asked for, with the same placeholders. */
  readonly asked: string;
}

/** A collection of misses, with the dates of its facts. */
export const MISSES_SOURCE = {
  unchosen: '223 sessions of 23 people that were not chosen by their errors, 18 public repositories, 2026-11-28',
  collected: 'Misses collected from public transcripts, error logs and threads, 2026-11-28',
  runs: 'Runs counted in public collections, 2026-11-28',
} as const;

/**
 * Path misses of the sessions that were not chosen by their errors, all clients together, and those after which the session
 * continued without the file. The others were recovered in 1 to 3 calls.
 */
export const NEVER_READ = { neverRead: 1, of: 8, source: MISSES_SOURCE.unchosen } as const;
