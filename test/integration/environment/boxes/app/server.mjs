// An application without dependencies that says what it sees: of its environment, its files and its services.
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { createConnection } from 'node:net';

const { PORT, APP_COMMIT } = process.env;

/** What a service answers first: a Redis to a PING, a PostgreSQL to the question whether it encrypts. */
function reach(address) {
  const { protocol, hostname: host, port } = new URL(address);
  const greeting = protocol === 'tcp:' ? 'PING\r\n' : Buffer.from('0000000804d2162f', 'hex');
  return new Promise((resolve) => {
    const socket = createConnection({ host, port: Number(port) }, () => socket.write(greeting));
    socket.once('data', (chunk) => {
      resolve({ reached: chunk.toString().trim() });
      socket.destroy();
    });
    socket.once('error', ({ code }) => resolve({ failed: code }));
  });
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  const answers = {
    '/healthz': () => ({}),
    '/version': () => ({ commit: APP_COMMIT }),
    '/env': () => process.env,
    '/files': () => readdirSync('.'),
    '/reach': () => reach(process.env[searchParams.get('url')]),
    '/exit': () => process.exit(3),
  };
  const answer = await answers[pathname]?.();
  response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer));
});
server.listen(Number(PORT), () => console.log('boxed: listening'));
