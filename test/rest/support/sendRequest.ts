import http from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
  /** The body, which must be JSON. */
  json<T = Record<string, unknown>>(): T;
}

export interface HttpRequest {
  readonly method?: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string;
}

/** Sends a target as it is, without the repairs of `fetch`, and follows nothing. */
export async function sendRequest(
  port: number,
  target: string,
  { method = 'GET', headers = {}, body }: HttpRequest = {},
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, method, path: target, headers }, async (response) => {
      try {
        const content = await buffer(response);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: content,
          json: () => JSON.parse(content.toString('utf8')),
        });
      } catch (error) {
        reject(error);
      }
    });
    request.on('error', reject);
    request.end(body);
  });
}
