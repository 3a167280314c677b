import * as vscode from 'vscode';
import { redactSecrets, type SecretFinder, secretFinder } from '../../runtime/secrets/find-secrets.ts';
import { redactLikelySecrets } from '../../runtime/secrets/likely-secrets.ts';
import { LastLines } from './last-lines.ts';

/** The "Skillwright" channel of the Output view. Everything written to it is redacted. */
export interface Log extends vscode.LogOutputChannel {
  /** Adds a secret to redact from now on. */
  addSecret(secret: string | undefined): void;
  /** Redacts a text as the log would. */
  redact(text: string): string;
  /** The most recent lines, oldest first, at the log level that was set when they were written. */
  lastLines(): readonly string[];
}

const LEVEL_NAMES: Readonly<Record<number, string>> = {
  [vscode.LogLevel.Trace]: 'trace',
  [vscode.LogLevel.Debug]: 'debug',
  [vscode.LogLevel.Info]: 'info',
  [vscode.LogLevel.Warning]: 'warning',
  [vscode.LogLevel.Error]: 'error',
};

/** Opens the log. The user sets its level with "Developer: Set Log Level…" or in the Output view. */
export function openLog(): Log {
  const channel = vscode.window.createOutputChannel('Skillwright', { log: true });
  const lastLines = new LastLines();
  const secrets: string[] = [];
  let find: SecretFinder | undefined;
  const redact = (text: string): string => redactLikelySecrets(redactSecrets(text, find));
  type Write = (message: string, ...args: unknown[]) => void;
  const at = (level: vscode.LogLevel, write: Write): Write => {
    return (message, ...args) => {
      const text = redact([message, ...args.map(textOf)].join(' '));
      if (channel.logLevel !== vscode.LogLevel.Off && level >= channel.logLevel)
        lastLines.add(`${new Date().toISOString()} [${LEVEL_NAMES[level]}] ${text}`);
      write(text);
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
    error: (message, ...args) => error(textOf(message), ...args),
    append: (text) => channel.append(redact(text)),
    appendLine: (text) => channel.appendLine(redact(text)),
    replace: (text) => channel.replace(redact(text)),
    clear: () => channel.clear(),
    show: (first?: unknown, second?: boolean) => channel.show(typeof first === 'boolean' ? first : second),
    hide: () => channel.hide(),
    dispose: () => channel.dispose(),
    addSecret(secret) {
      if (secret === undefined || secrets.includes(secret)) return;
      secrets.push(secret);
      find = secretFinder(secrets);
    },
    redact,
    lastLines: () => lastLines.all(),
  };
}

/** Wraps a secret storage so that every secret read or stored is redacted from the log. */
export function withRedaction(log: Log, secrets: vscode.SecretStorage): vscode.SecretStorage {
  return {
    onDidChange: secrets.onDidChange,
    async get(name) {
      const secret = await secrets.get(name);
      log.addSecret(secret);
      return secret;
    },
    store(name, secret) {
      log.addSecret(secret);
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
