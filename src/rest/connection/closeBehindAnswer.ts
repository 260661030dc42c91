import type { Duplex } from 'node:stream';

/** How long the client may take to read the last answer, in milliseconds. */
const LINGER_MS = 2_000;

/**
 * Gives the client time to read the answer behind which its connection was ended, then closes it whatever the client still sends. Closed
 * at once, unread bytes would reset the connection before the client has read the answer (RFC 9112, section 9.6).
 */
export function closeBehindAnswer(socket: Duplex): void {
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
