import tls from 'node:tls';

/**
 * Makes the authorities that the system knows count in this process. Where Node is too old for that they are given back,
 * to be told to each connection; undefined where there is nothing left to do, or the system cannot be asked.
 */
export function trustSystem(): readonly string[] | undefined {
  // Node 22.15 asks the system, 22.19 sets what counts; Electron may know neither.
  if (typeof tls.getCACertificates !== 'function') return undefined;
  const all = [...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])];
  if (typeof tls.setDefaultCACertificates !== 'function') return all;
  tls.setDefaultCACertificates(all);
  return undefined;
}
