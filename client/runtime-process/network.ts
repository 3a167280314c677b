import * as vscode from 'vscode';
import type { NetworkSettings } from '../../runtime/protocol/network.ts';
import { defined } from '../../runtime/text/objects.ts';

/** Reads VS Code's proxy and certificate settings (section `http`) for a runtime process. */
export function networkSettings(): NetworkSettings {
  const section = vscode.workspace.getConfiguration('http');
  const text = (name: string): string => section.get<string | null>(name)?.trim() ?? '';
  const proxy = text('proxy');
  const authorization = text('proxyAuthorization');
  return defined({
    direct: text('proxySupport') === 'off' ? true : undefined,
    proxy: proxy || undefined,
    authorization: authorization || undefined,
    noProxy: section.get<readonly string[]>('noProxy', []),
    strictSsl: section.get<boolean>('proxyStrictSSL', true),
    systemCertificates: section.get<boolean>('systemCertificates', true),
  });
}
