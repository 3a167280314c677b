import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy on 127.0.0.1 that can be cut. */
export class CutProxy {
  readonly url: string;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private isCut = false;

  private constructor(server: Server, port: number) {
    this.server = server;
    this.url = `redis://127.0.0.1:${port}`;
  }

  static start(target: number): Promise<CutProxy> {
    return new Promise((resolve) => {
      const server = createServer();
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        const proxy = new CutProxy(server, typeof address === 'object' && address !== null ? address.port : 0);
        server.on('connection', (socket) => proxy.accept(socket, target));
        resolve(proxy);
      });
    });
  }

  /** Drops everything that is sent, without closing a connection, until `mend`. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.pause();
  }

  /** Closes all connections, whose other ends then connect again. */
  mend(): void {
    this.isCut = false;
    for (const socket of this.sockets) socket.destroy();
  }

  close(): void {
    this.mend();
    this.server.close();
  }

  private accept(socket: Socket, target: number): void {
    if (this.isCut) {
      // It is never answered.
      this.track(socket.pause());
      return;
    }
    const upstream = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [this.track(socket), upstream],
      [this.track(upstream), socket],
    ] as const)
      one.on('close', () => other.destroy()).pipe(other);
  }

  private track(socket: Socket): Socket {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.sockets.delete(socket));
    return socket;
  }
}
