import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { openLink, type Link } from '../../../verifier/environment/ways/link.ts';
import { clock } from './support.ts';

describe('a link', () => {
  let server: Server;
  let link: Link;
  const sockets: Socket[] = [];
  beforeEach(async () => {
    // Says everything back, and its own end after its caller's.
    server = createServer({ allowHalfOpen: true }, (socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    link = await openLink({ host: '127.0.0.1', port: await freePort(), target: { host: '127.0.0.1', port }, clock });
  });
  afterEach(async () => {
    await link[Symbol.asyncDispose]();
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
  });
  const freePort = async (): Promise<number> => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, 'close');
    return port;
  };
  const connect = async (): Promise<Socket> => {
    const socket = createConnection({ host: link.host, port: link.port, allowHalfOpen: true });
    await once(socket, 'connect');
    return socket;
  };
  const echo = async (socket: Socket, text: string): Promise<string> => {
    socket.write(text);
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    return chunk.toString();
  };

  it('passes 30 MB unchanged and in order, and the ends of both sides', async () => {
    const socket = await connect();
    const sent = Buffer.alloc(30_000_000, 'abcdefghijklmnopqrstuvw');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.end(sent);
    await once(socket, 'end');
    assert.ok(Buffer.concat(chunks).equals(sent));
  });
  it('with latency passes all of it in order, its end last, after both halves; latencies add up', async () => {
    link.addLatency(100);
    link.addLatency(100);
    const socket = await connect();
    const begun = performance.now();
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.write('one ');
    setImmediate(() => socket.end('two'));
    await once(socket, 'end');
    assert.equal(text, 'one two');
    assert.ok(performance.now() - begun >= 199);
    link.restore();
    const quick = await connect();
    assert.equal(await echo(quick, 'x'), 'x');
    quick.destroy();
  });
  it('when closed resets connections and refuses new ones; opened again it is at the same port', async () => {
    const socket = await connect();
    await echo(socket, 'x');
    const broken = once(socket, 'error') as Promise<[NodeJS.ErrnoException]>;
    await link.close();
    assert.equal((await broken)[0].code, 'ECONNRESET');
    await assert.rejects(connect(), { code: 'ECONNREFUSED' });
    await link.open();
    const again = await connect();
    assert.equal(await echo(again, 'y'), 'y');
    again.destroy();
  });
  it('when held takes connections and passes nothing, old or new; let go it passes what was said meanwhile', async () => {
    const old = await connect();
    await echo(old, 'x');
    link.hold();
    const fresh = await connect();
    const heard: string[] = [];
    const both = [old, fresh].map((socket) => once(socket, 'data').then(([chunk]) => heard.push(String(chunk))));
    old.write('old');
    fresh.write('new');
    await clock.sleep(100);
    assert.deepEqual(heard, []);
    link.letGo();
    await Promise.all(both);
    assert.deepEqual(heard.sort(), ['new', 'old']);
    old.destroy();
    fresh.destroy();
  });
  it('resets whoever comes while the service refuses', async () => {
    server.close();
    const socket = await connect();
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    assert.equal(error.code, 'ECONNRESET');
  });
  it('ends the service’s side when the caller is broken off', async () => {
    const socket = await connect();
    await echo(socket, 'x');
    const [far] = sockets;
    assert.ok(far);
    const broken = once(far, 'error') as Promise<[NodeJS.ErrnoException]>;
    socket.resetAndDestroy();
    assert.equal((await broken)[0].code, 'ECONNRESET');
  });
  it('lets the process end after it has reset a connection that was half closed', async () => {
    const script = join(import.meta.dirname, 'half-closed.ts');
    const { exitCode, stderr } = await execa(process.execPath, ['--import', 'tsx', script], {
      reject: false,
      timeout: 60_000,
      killSignal: 'SIGKILL',
    });
    assert.equal(exitCode, 0, stderr);
  });
});
