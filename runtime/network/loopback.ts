const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** True if an address is on this computer, such as a local model server. */
export function isLoopback(address: string): boolean {
  return URL.canParse(address) && LOOPBACK.test(new URL(address).hostname);
}
