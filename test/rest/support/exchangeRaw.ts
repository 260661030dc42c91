import { once } from 'node:events';
import net from 'node:net';

interface RawAnswer {
  /** Its status, problem code and Allow, as a line. */
  readonly summary: string;
  /** The status line without the version, and the headers. */
  readonly head: string;
  readonly body: string;
}

/** The answers to bytes that were sent as they are. */
export interface RawExchange {
  readonly answers: readonly RawAnswer[];
  readonly connection: 'kept' | 'closed';
}

/** Sent once the expected answers are there: is the connection still good for another request? */
const PROBE = 'GET /probe HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
const LONGEST_MS = 8_000;

/** Sends bytes, in one piece or several, and reads until as many answers came as expected or the connection ended. */
export async function exchangeRaw(
  port: number,
  message: string | readonly string[],
  expected: number,
): Promise<RawExchange> {
  const socket = net.connect(port, '127.0.0.1').setNoDelay(true);
  const chunks: Buffer[] = [];
  const received = () => Buffer.concat(chunks).toString();
  let ended = false;
  socket.on('error', () => {}).on('data', (chunk) => chunks.push(chunk));
  const end = new Promise<void>((resolve) => {
    for (const event of ['end', 'close']) socket.once(event, () => resolve());
  }).then(() => {
    ended = true;
  });
  const limit = setTimeout(() => socket.destroy(), LONGEST_MS);
  await once(socket, 'connect');
  for (const piece of typeof message === 'string' ? [message] : message) {
    socket.write(Buffer.from(piece));
    await new Promise((resolve) => setTimeout(resolve, typeof message === 'string' ? 0 : 30));
  }
  while (!ended && answersIn(received()).length < expected) await Promise.race([once(socket, 'data'), end]);
  if (!ended) socket.write(PROBE);
  await end;
  clearTimeout(limit);
  socket.destroy();
  const answers = answersIn(received());
  const isKept = answers.length > expected;
  return { answers: isKept ? answers.slice(0, -1) : answers, connection: isKept ? 'kept' : 'closed' };
}

function answersIn(text: string): RawAnswer[] {
  return text
    .split(/HTTP\/1\.1 (?=\d{3} [A-Z][A-Za-z -]*\r\n)/)
    .slice(1)
    .map((answer) => {
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      const allow = /^allow: (.*)$/im.exec(head)?.[1];
      const code = /"code":"(\w+)"/.exec(body)?.[1];
      const summary = [head.slice(0, 3), code, allow && `(${allow})`].filter(Boolean).join(' ');
      return { summary, head, body };
    });
}
