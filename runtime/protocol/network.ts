/** VS Code's network settings, as sent to a runtime process. Types only. */
export interface NetworkSettings {
  /** `http.proxySupport` is `off`: no proxy, whatever the environment specifies. */
  readonly direct?: true;
  /** `http.proxy`, which may include credentials. If absent, the environment decides. */
  readonly proxy?: string;
  /** `http.proxyAuthorization`, sent to the proxy. */
  readonly authorization?: string;
  /** `http.noProxy`: hosts that are contacted directly. If absent, the environment decides. */
  readonly noProxy?: readonly string[];
  /** `http.proxyStrictSSL`: false if certificates behind the proxy are not verified. */
  readonly strictSsl?: boolean;
  /** `http.systemCertificates`: the system's certificate authorities are trusted, too. */
  readonly systemCertificates?: boolean;
}
