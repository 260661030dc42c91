import type { Worker } from 'node:cluster';

/** Node's own messages between the primary and a worker. */
interface Internal {
  readonly act?: string;
  readonly seq?: number;
  /** The `seq` that is answered. */
  readonly ack?: number;
}

interface Connection {
  close(): void;
}

/**
 * Closes the connections that the primary was handing over to a worker when that ended. Node keeps its copy of each
 * open until the worker says that it has it, and knows no other end (RoundRobinHandle in Node's lib/internal/cluster):
 * the client would wait for ever. Its messages are no public interface; the tests notice when they change.
 */
export function closeUntaken({ process: child }: Worker): void {
  const untaken = new Map<number, Connection>();
  const { send } = child;
  child.send = (...given: unknown[]) => {
    const [{ act, seq }, connection] = given as [Internal, Connection];
    if (act === 'newconn' && seq !== undefined) untaken.set(seq, connection);
    return Reflect.apply(send, child, given);
  };
  child.on('internalMessage', ({ ack }: Internal) => {
    if (ack !== undefined) untaken.delete(ack);
  });
  // Not at the exit: a connection that the worker gave back may be on its way to another.
  child.once('close', () => {
    for (const connection of untaken.values()) connection.close();
  });
}
