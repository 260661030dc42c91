import { Agent, get } from 'node:http';

/**
 * A process of clients that pull a file again and again, each over a connection of its own. Says `ready` when each has had it once, and
 * at SIGTERM how often they had it. Arguments: port, path, clients.
 */
const [port = '0', path = '/', clients = '0'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
let pulled = 0;

const pull = (): Promise<void> =>
  new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path} is ${response.statusCode}`));
      response.resume().once('end', () => {
        pulled += 1;
        resolve();
      });
    }).once('error', reject);
  });

process.once('SIGTERM', () => {
  console.log(pulled);
  process.exit();
});
const each = Array.from({ length: Number(clients) });
await Promise.all(each.map(pull));
console.log('ready');
for (const _ of each) {
  void (async () => {
    for (;;) await pull();
  })();
}
