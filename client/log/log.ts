import * as vscode from 'vscode';
import { type SecretFinder, secretFinder, withoutSecrets } from '../../runtime/protocol/find-secrets.ts';
import { withoutLikelySecrets } from '../../runtime/protocol/likely-secrets.ts';
import { LastLines } from './last-lines.ts';

/** The channel "Skillwright" of the Output view. Whatever is written to it is redacted, whoever writes it. */
export interface Log extends vscode.LogOutputChannel {
  /** From now on this never shows in the log. */
  keepOut(secret: string | undefined): void;
  /** A text as the log would show it. */
  redacted(text: string): string;
  /** What was written last, oldest first, at the levels that VS Code shows now or showed then. */
  lastLines(): readonly string[];
}

const NAMES: Readonly<Record<number, string>> = {
  [vscode.LogLevel.Trace]: 'trace',
  [vscode.LogLevel.Debug]: 'debug',
  [vscode.LogLevel.Info]: 'info',
  [vscode.LogLevel.Warning]: 'warning',
  [vscode.LogLevel.Error]: 'error',
};

/** Opens the log. Its level is set in VS Code: "Developer: Set Log Level…", or the gear in the Output view. */
export function openLog(): Log {
  const channel = vscode.window.createOutputChannel('Skillwright', { log: true });
  const last = new LastLines();
  const secrets: string[] = [];
  let find: SecretFinder | undefined;
  const redacted = (text: string): string => withoutLikelySecrets(withoutSecrets(text, find));
  type Say = (message: string, ...args: unknown[]) => void;
  const at = (level: vscode.LogLevel, say: Say): Say => {
    return (message, ...args) => {
      const text = redacted([message, ...args.map(textOf)].join(' '));
      if (channel.logLevel !== vscode.LogLevel.Off && level >= channel.logLevel)
        last.add(`${new Date().toISOString()} [${NAMES[level]}] ${text}`);
      say(text);
    };
  };
  const error = at(vscode.LogLevel.Error, (text) => channel.error(text));
  return {
    name: channel.name,
    get logLevel() {
      return channel.logLevel;
    },
    onDidChangeLogLevel: channel.onDidChangeLogLevel,
    trace: at(vscode.LogLevel.Trace, (text) => channel.trace(text)),
    debug: at(vscode.LogLevel.Debug, (text) => channel.debug(text)),
    info: at(vscode.LogLevel.Info, (text) => channel.info(text)),
    warn: at(vscode.LogLevel.Warning, (text) => channel.warn(text)),
    error: (said, ...args) => error(textOf(said), ...args),
    append: (text) => channel.append(redacted(text)),
    appendLine: (text) => channel.appendLine(redacted(text)),
    replace: (text) => channel.replace(redacted(text)),
    clear: () => channel.clear(),
    show: (first?: unknown, second?: boolean) => channel.show(typeof first === 'boolean' ? first : second),
    hide: () => channel.hide(),
    dispose: () => channel.dispose(),
    keepOut(secret) {
      if (secret === undefined || secrets.includes(secret)) return;
      secrets.push(secret);
      find = secretFinder(secrets);
    },
    redacted,
    lastLines: () => last.all(),
  };
}

/** A secret storage whose secrets stay out of the log from when they are read or stored. */
export function keptOutOf(log: Log, secrets: vscode.SecretStorage): vscode.SecretStorage {
  return {
    onDidChange: secrets.onDidChange,
    async get(name) {
      const secret = await secrets.get(name);
      log.keepOut(secret);
      return secret;
    },
    store(name, secret) {
      log.keepOut(secret);
      return secrets.store(name, secret);
    },
    delete: (name) => secrets.delete(name),
  };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return value.stack ?? value.message;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}
