import { type RunPlace, runMemory } from '../remembered/remembered.ts';

const ADDRESSES = runMemory('addresses');

/** An address without the name, the password and the query that may stand in it: as a journal shows it. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return '';
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

/** Whether an address has parameters, which a journal does not show: they may be a key. */
export function hasQuery(address: string): boolean {
  return URL.canParse(address) && new URL(address).search !== '';
}

/** Remembers the parameters of the endpoint's address for as long as the run can be resumed, outside the workspace. */
export function rememberAddress(place: RunPlace, address: string): void {
  ADDRESSES.remember(place, address);
}

/** The whole address of a run that was started here, where its journal shows this one; undefined where none is known. */
export function wholeAddress(place: RunPlace, shown: string): string | undefined {
  const address = ADDRESSES.recalled(place);
  // The journal's may have been changed: what was meant for one address goes to no other.
  return address !== undefined && shownAddress(address) === shown ? address : undefined;
}

export function forgetAddress(place: RunPlace): void {
  ADDRESSES.forget(place);
}
