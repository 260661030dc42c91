import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The only way to end the wait. */
  readonly signal: AbortSignal;
}

/**
 * Posts a text and waits without a time limit: `fetch` always gives up after five minutes without headers. Follows no
 * redirect.
 * @throws the system's error
 */
export async function postText(
  url: URL,
  { headers, body, signal }: PostOptions,
): Promise<{ readonly status: number; readonly text: string }> {
  // As bytes: with a text Node writes the headers as UTF-8 too.
  const bytes = Buffer.from(body);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return await new Promise((resolve, reject) => {
    send(url, { method: 'POST', headers: { ...headers, 'content-length': bytes.length }, signal }, (answer) => {
      text(answer).then((content) => resolve({ status: answer.statusCode ?? 0, text: content }), reject);
    })
      .on('error', reject)
      .end(bytes);
  });
}
