import { connect, type Socket } from 'node:net';

/**
 * A process of clients that do not behave: some send their request a byte a second, some pipeline lists and read the answers. Says
 * `ready` when all have connected. Arguments: port, slow clients, pipelining clients, requests that each of those pipelines.
 */
const [port = 0, slow = 0, pipelining = 0, pipelined = 0] = process.argv.slice(2).map(Number);

await Promise.all([
  ...Array.from({ length: slow }, dripRequest),
  ...Array.from({ length: pipelining }, pipelineRequests),
]);
console.log('ready');

function open(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
    socket.on('error', () => {});
  });
}

async function dripRequest(): Promise<void> {
  const socket = await open();
  const request = 'GET /v1/anime HTTP/1.1\r\nHost: slow\r\nX-Slow: very slow indeed, a byte a second\r\n';
  let sent = 0;
  const drip = setInterval(() => {
    if (socket.destroyed || sent === request.length) clearInterval(drip);
    else socket.write(request[sent++] ?? '');
  }, 1_000);
}

async function pipelineRequests(): Promise<void> {
  const socket = await open();
  socket.resume();
  socket.write('GET /v1/anime?limit=100 HTTP/1.1\r\nHost: pipeline\r\n\r\n'.repeat(pipelined));
}
