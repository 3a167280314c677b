import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { createTemporaryFolder } from '../run-support.ts';

/** A private certificate authority, and a certificate signed by it. */
export interface Certificates {
  readonly key: string;
  readonly cert: string;
  /** A file with the authority's certificate. */
  readonly authority: string;
}

/** Creates certificates for these names and for 127.0.0.1. */
export async function createCertificates(names: readonly string[]): Promise<Certificates> {
  const ec = { keyType: 'ec', algorithm: 'sha256' } as const;
  const ca = await generate([{ name: 'commonName', value: `The authority of ${names[0]}` }], {
    ...ec,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, digitalSignature: true },
    ],
  });
  const certificate = await generate([{ name: 'commonName', value: names[0] ?? 'unnamed' }], {
    ...ec,
    ca: { key: ca.private, cert: ca.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      {
        name: 'subjectAltName',
        altNames: [...names.map((value) => ({ type: 2 as const, value })), { type: 7, ip: '127.0.0.1' }],
      },
    ],
  });
  const authority = join(createTemporaryFolder(), 'authority.pem');
  writeFileSync(authority, ca.cert);
  return { key: certificate.private, cert: certificate.cert, authority };
}
