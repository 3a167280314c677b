import * as vscode from 'vscode';
import type { NetworkSettings } from '../../runtime/protocol/network.ts';

/** Reads VS Code's proxy and certificate settings (section `http`) for a runtime process. */
export function networkSettings(): NetworkSettings {
  const section = vscode.workspace.getConfiguration('http');
  const text = (name: string): string => section.get<string | null>(name)?.trim() ?? '';
  const proxy = text('proxy');
  const authorization = text('proxyAuthorization');
  return {
    ...(text('proxySupport') === 'off' && { direct: true }),
    ...(proxy !== '' && { proxy }),
    ...(authorization !== '' && { authorization }),
    noProxy: section.get<readonly string[]>('noProxy', []),
    strictSsl: section.get<boolean>('proxyStrictSSL', true),
    systemCertificates: section.get<boolean>('systemCertificates', true),
  };
}
