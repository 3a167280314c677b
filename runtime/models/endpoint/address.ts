/** Addresses of models without secrets. */
import { type RunPlace, runStore } from '../../user-data/run-store.ts';

const ADDRESSES = runStore('addresses');

/** Returns an address without credentials and query, as a journal shows it; '' if it is not a URL. */
export function displayAddress(address: string): string {
  if (!URL.canParse(address)) return '';
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

/** True if an address has query parameters, which a journal does not show because they may hold a key. */
export function hasQuery(address: string): boolean {
  return URL.canParse(address) && new URL(address).search !== '';
}

/** Stores the full address of the run's endpoint outside the workspace for as long as the run can be resumed. */
export function rememberAddress(place: RunPlace, address: string): void {
  ADDRESSES.write(place, address);
}

/** Returns the full address of a run started on this machine if its journal shows `shown`; undefined if none is known. */
export function fullAddress(place: RunPlace, shown: string): string | undefined {
  const address = ADDRESSES.read(place);
  // The journal may have been edited: parameters meant for one address are sent to no other.
  return address !== undefined && displayAddress(address) === shown ? address : undefined;
}

export function forgetAddress(place: RunPlace): void {
  ADDRESSES.remove(place);
}
