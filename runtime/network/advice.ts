import { codeOf, messageOf } from '../errors.ts';

/** Node's codes for a certificate whose authority is not known here, as where an organisation signs for itself. */
const UNKNOWN_AUTHORITY: ReadonlySet<string> = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
]);

/** Code of the error of a proxy whose address cannot be read. */
export const BAD_PROXY = 'SKILLWRIGHT_BAD_PROXY';

/** Whether a request failed as nobody here knows who signed the certificate: nothing had been sent then. */
export function isUnknownAuthority(error: unknown): boolean {
  return causesOf(error).some((cause) => UNKNOWN_AUTHORITY.has(codeOf(cause) ?? ''));
}

/** What to do about a request that no other attempt brings through; undefined where it is of another kind. */
export function networkAdvice(error: unknown): string | undefined {
  if (isUnknownAuthority(error))
    return 'Its certificate was signed by an authority that is not known here. If it is that of your organisation or proxy, name its file in NODE_EXTRA_CA_CERTS, or set NODE_USE_SYSTEM_CA=1';
  const causes = causesOf(error);
  if (causes.some((cause) => codeOf(cause) === BAD_PROXY))
    return 'The address of the proxy is not right: http://NAME:PASSWORD@HOST:PORT, in HTTPS_PROXY or VS Code’s setting http.proxy';
  if (causes.some((cause) => /\(407\)/.test(messageOf(cause))))
    return 'The proxy wants another name and password: http://NAME:PASSWORD@HOST:PORT, in HTTPS_PROXY or VS Code’s setting http.proxy';
  return undefined;
}

function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = [];
  for (let inner = error; inner instanceof Error && causes.length < 6; inner = inner.cause) causes.push(inner);
  return causes;
}
