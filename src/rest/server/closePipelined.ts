import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * A listener of `request`: when a connection closes, pipelined answers that wait behind another get `close` too. Node
 * notifies only the one that has the connection, so the others would be neither logged nor counted.
 */
export function closePipelined(): (request: IncomingMessage, response: ServerResponse) => void {
  const inFlight = new WeakMap<Socket, Set<ServerResponse>>();
  const watch = (socket: Socket) => {
    const answers = new Set<ServerResponse>();
    inFlight.set(socket, answers);
    socket.once('close', () => {
      for (const answer of answers) if (!answer.closed) answer.emit('close');
    });
    return answers;
  };
  return ({ socket }, response) => {
    const answers = inFlight.get(socket) ?? watch(socket);
    answers.add(response);
    response.once('close', () => answers.delete(response));
  };
}
