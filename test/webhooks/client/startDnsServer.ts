import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A DNS server that answers A and AAAA (RFC 1035) as the test says. */
export interface DnsServer {
  /** `address:port`. */
  readonly place: string;
  /** Addresses of the names that exist; `silent` ones are never answered, or for the families alone of which they have no address. */
  readonly names: Map<string, readonly string[] | 'silent'>;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<number, 4 | 6>> = { 1: 4, 28: 6 };

/** @param place where it listens; default: a free port of 127.0.0.1 */
export async function startDnsServer(place = { address: '127.0.0.1', port: 0 }): Promise<DnsServer> {
  const names: DnsServer['names'] = new Map();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const answer = answerTo(query, names);
    if (answer !== null) socket.send(answer, port, address);
  });
  socket.bind(place.port, place.address);
  await once(socket, 'listening');
  return {
    place: `${place.address}:${socket.address().port}`,
    names,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function answerTo(query: Buffer, names: DnsServer['names']): Buffer | null {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const question = query.subarray(12, at + 5);
  const family = TYPES[query.readUInt16BE(at + 1)];
  const known = names.get(labels.join('.').toLowerCase());
  if (known === 'silent') return null;
  const addresses = (known ?? []).filter((address) => isIP(address) === family);
  if (addresses.length === 0 && known?.includes('silent')) return null;
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  // An answer, recursion wanted and there; 3: no such name.
  header.writeUInt16BE(0x8180 | (known === undefined ? 3 : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) => {
    const data = Buffer.from(ipaddr.parse(address).toByteArray());
    // A pointer to the question's name, class IN, no time to live.
    const head = Buffer.from([0xc0, 12, 0, family === 4 ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, data.length]);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([header, question, ...records]);
}
