import tls from 'node:tls';

/**
 * Makes this process trust the system's certificate authorities. If Node is too old for that, returns all authorities, to
 * be passed to each connection; undefined if no further step is needed or the system's cannot be read.
 */
export function trustSystemAuthorities(): readonly string[] | undefined {
  // Node 22.15 can read the system's authorities, 22.19 can set the default ones. Electron may support neither.
  if (typeof tls.getCACertificates !== 'function') return undefined;
  const all = [...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])];
  if (typeof tls.setDefaultCACertificates !== 'function') return all;
  tls.setDefaultCACertificates(all);
  return undefined;
}
