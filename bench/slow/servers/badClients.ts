import { connect, type Socket } from 'node:net';

/**
 * A process of clients that do not behave: they send their request a byte a second, its headers or its body. They come
 * from many addresses, 200 each, so that all are taken; a crowd of 300 comes from one. Says `ready` when all have
 * connected; at SIGTERM, as JSON, how many of the crowd were taken and how long a slow request was kept, in
 * milliseconds. Arguments: port, slow clients.
 */
const [port = 0, slow = 0] = process.argv.slice(2).map(Number);
const CROWD = 300;
const CROWDED_ADDRESS = '127.0.3.1';
const OF_AN_ADDRESS = 200;
let refused = 0;
const endedMs: number[] = [];

// First, while the service has time for them.
await Promise.all(Array.from({ length: CROWD }, crowd));
await Promise.all(Array.from({ length: slow }, (_, n) => dripRequest(addressOf(n), n)));
console.log('ready');
process.once('SIGTERM', () => {
  console.log(JSON.stringify({ taken: CROWD - refused, ended: endedMs.length, longestMs: Math.max(0, ...endedMs) }));
  process.exit();
});

function addressOf(n: number): string {
  return `127.0.2.${1 + Math.floor(n / OF_AN_ADDRESS)}`;
}

function open(localAddress: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => resolve(socket));
    socket.once('error', reject);
    socket.on('error', () => {});
  });
}

async function crowd(): Promise<void> {
  const socket = await open(CROWDED_ADDRESS);
  socket.once('data', (data) => {
    if (data.toString('latin1').startsWith('HTTP/1.1 429')) refused += 1;
  });
}

async function dripRequest(localAddress: string, n: number): Promise<void> {
  const socket = await open(localAddress);
  const began = performance.now();
  const head = 'GET /v1/anime HTTP/1.1\r\nHost: slow\r\nX-Slow: very slow indeed, a byte a second\r\n';
  const body = `POST /oidc/token HTTP/1.1\r\nHost: slow\r\nContent-Length: 9000\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n`;
  if (n % 2 === 1) socket.write(body);
  let sent = 0;
  const drip = setInterval(() => socket.write(n % 2 === 1 ? 'x' : (head[sent++] ?? 'y')), 1_000);
  socket.resume().once('close', () => {
    clearInterval(drip);
    endedMs.push(performance.now() - began);
  });
}
