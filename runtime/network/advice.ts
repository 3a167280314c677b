/** Advice for requests that failed because of a proxy or a certificate. */
import { codeOf, messageOf } from '../errors.ts';

/** Node's codes for a certificate of an unknown authority, such as an organization's own. */
const UNKNOWN_AUTHORITY: ReadonlySet<string> = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
]);

/** Error code for an invalid proxy address. */
export const INVALID_PROXY = 'SKILLWRIGHT_BAD_PROXY';

/** True if a request failed because its certificate's authority is unknown. Nothing was sent in that case. */
export function isUnknownAuthority(error: unknown): boolean {
  return causesOf(error).some((cause) => UNKNOWN_AUTHORITY.has(codeOf(cause) ?? ''));
}

/** Returns advice for a request that will not succeed when retried; undefined for other errors. */
export function networkAdvice(error: unknown): string | undefined {
  if (isUnknownAuthority(error))
    return 'If your organization or proxy signed the certificate, name its authority’s file in NODE_EXTRA_CA_CERTS or set NODE_USE_SYSTEM_CA=1: the authority is unknown';
  const causes = causesOf(error);
  if (causes.some((cause) => codeOf(cause) === INVALID_PROXY))
    return 'Write the proxy’s address as http://NAME:PASSWORD@HOST:PORT in HTTPS_PROXY or VS Code’s setting http.proxy: it is invalid';
  if (causes.some((cause) => /\(407\)/.test(messageOf(cause))))
    return 'Correct the name and password in HTTPS_PROXY or VS Code’s setting http.proxy (http://NAME:PASSWORD@HOST:PORT): the proxy rejected them';
  return undefined;
}

function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = [];
  for (let inner = error; inner instanceof Error && causes.length < 6; inner = inner.cause) causes.push(inner);
  return causes;
}
