/** How requests leave the machine, as VS Code's settings say, on their way to a runtime process. Types only. */
export interface NetworkSettings {
  /** `http.proxySupport` is off: no proxy, whatever the environment says. */
  readonly direct?: true;
  /** `http.proxy`, which may hold a name and a password; absent: as the environment says. */
  readonly proxy?: string;
  /** `http.proxyAuthorization`: sent to the proxy. */
  readonly authorization?: string;
  /** `http.noProxy`: hosts that are asked directly; absent: as the environment says. */
  readonly noProxy?: readonly string[];
  /** `http.proxyStrictSSL`: false where certificates behind the proxy are not looked at. */
  readonly strictSsl?: boolean;
  /** `http.systemCertificates`: authorities that the system knows count, too. */
  readonly systemCertificates?: boolean;
}
