import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** True if the program `redis-server` is installed. */
export const HAS_REDIS = spawnSync('redis-server', ['--version']).status === 0;

export interface RedisSettings {
  readonly password?: string;
  /** True for TLS with a new certificate instead of plain connections. */
  readonly tls?: boolean;
}

/** A Redis of its own on a free port of 127.0.0.1, with its data in a temporary folder. */
export class RedisServer {
  readonly port: number;
  readonly url: string;
  /** The path of the certificate authority, for `NODE_EXTRA_CA_CERTS`. */
  readonly authority: string;
  private readonly folder: string;
  private readonly settings: RedisSettings;
  private child: ChildProcess | undefined;

  private constructor(port: number, folder: string, settings: RedisSettings) {
    this.port = port;
    this.folder = folder;
    this.settings = settings;
    this.authority = join(folder, 'certificate.pem');
    this.url = `${settings.tls === true ? 'rediss' : 'redis'}://127.0.0.1:${port}`;
  }

  /** Starts a server that accepts connections when this resolves. */
  static async start(settings: RedisSettings = {}): Promise<RedisServer> {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-redis-'));
    const server = new RedisServer(await freePort(), folder, settings);
    if (settings.tls === true) await server.writeCertificate();
    await server.launch();
    return server;
  }

  /** Starts the server again after `kill`, with the data that it had written. */
  async launch(): Promise<void> {
    const { port, folder, authority } = this;
    const { password, tls } = this.settings;
    const key = join(folder, 'key.pem');
    const child = spawn(
      'redis-server',
      [
        ...['--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes', '--save', '', '--daemonize', 'no'],
        ...(tls === true
          ? ['--port', '0', '--tls-port', `${port}`, '--tls-cert-file', authority, '--tls-key-file', key]
          : ['--port', `${port}`]),
        ...(tls === true ? ['--tls-ca-cert-file', authority, '--tls-auth-clients', 'no'] : []),
        ...(password === undefined ? [] : ['--requirepass', password]),
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    this.child = child;
    await new Promise<void>((resolve, reject) => {
      let text = '';
      child.on('error', reject);
      child.on('exit', (code) => reject(new Error(`redis-server ended with ${code}: ${text.slice(-500)}`)));
      child.stdout.on('data', (data: Buffer) => {
        text = (text + data.toString()).slice(-5_000);
        if (text.includes('Ready to accept connections')) resolve();
      });
    });
    child.stdout.removeAllListeners('data').resume();
    child.removeAllListeners('exit');
  }

  /** Ends the server: with SIGKILL like a crash, or with SIGTERM. */
  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  /** The id of its process. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async writeCertificate(): Promise<void> {
    const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
      ],
    });
    writeFileSync(this.authority, cert);
    writeFileSync(join(this.folder, 'key.pem'), key);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
