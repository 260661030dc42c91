import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NextFunction } from 'express';
import ipaddr from 'ipaddr.js';
import { clientAddress } from '../../graph/caller/clientAddress.ts';
import { traceRequest } from '../../tracing/traceRequest.ts';
import { countHeaders } from '../admission/readCredential.ts';
import { setStandardHeaders } from '../http/answerHeaders.ts';
import type { RestRequest, RestResponse } from '../http/requestFacts.ts';
import { ProblemError } from '../problem/problemError.ts';

/**
 * The first step of a request: sets its facts and the headers that every answer has.
 * @param onUnreadProxy called with the address of an apparent proxy that is not trusted
 */
export function beginRequest(onUnreadProxy: ((address: string) => void) | undefined) {
  return (request: RestRequest, response: RestResponse, next: NextFunction): void => {
    const address = clientAddress(request.ip, request.socket.remoteAddress);
    traceRequest('public', request, response, (traceId) => {
      response.locals = {
        requestId: randomUUID(),
        traceId,
        address,
        operationId: null,
        describedBy: null,
        isPage: false,
        renderRefusal: null,
        caller: { quota: `address ${address}` },
      };
      setStandardHeaders(response);
      if (looksLikeProxy(request) && !isTrusted(request)) onUnreadProxy?.(address);
      next();
    });
  };
}

/**
 * Whether the peer looks like a proxy for its clients: it has a private address. Clients with public addresses may send
 * the header too.
 */
export function looksLikeProxy({ headers, socket: { remoteAddress } }: IncomingMessage): boolean {
  if (headers['x-forwarded-for'] === undefined || remoteAddress === undefined) return false;
  return ipaddr.isValid(remoteAddress) && ipaddr.process(remoteAddress).range() !== 'unicast';
}

/** By TRUST_PROXY, which Express compiles. */
function isTrusted({ app, socket: { remoteAddress } }: RestRequest): boolean {
  const trust: (address: string | undefined, hop: number) => boolean = app.get('trust proxy fn');
  return trust(remoteAddress, 0);
}

/** RFC 3986, 3.2: a name, IPv4 address or bracketed IPv6 address, and a port; empty where a client knows none. */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i;

/** RFC 9112, 3.2. Node's parsed headers keep only the first of several. @throws ProblemError invalid_request */
export function assertOneHost({ headers, rawHeaders, httpVersion }: IncomingMessage): void {
  if (headers.host === undefined && httpVersion === '1.1') {
    throw new ProblemError('invalid_request', 'HTTP/1.1 requires the header Host.');
  }
  if (countHeaders(rawHeaders, 'host') > 1) {
    throw new ProblemError('invalid_request', 'The request has the header Host more than once: send it once.');
  }
  if (headers.host !== undefined && !HOST.test(headers.host)) {
    throw new ProblemError('invalid_request', 'The header Host is not "name", "name:port" or "[address]:port".');
  }
}
