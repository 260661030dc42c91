const TIMEOUT_MS = 5_000;
const LARGEST_ANSWER = 512 * 1024;

/**
 * Asks an issuer, which has five seconds.
 * @returns the answer with its body read
 * @throws Error when the body exceeds 512 kB, decompressed; the rest is not read
 */
export async function boundedFetch(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > LARGEST_ANSWER) throw new Error(`${url} answered more than ${LARGEST_ANSWER} bytes`);
    chunks.push(chunk);
  }
  const { status, headers } = response;
  return new Response(isBodiless(status) ? null : Buffer.concat(chunks), { status, headers });
}

function isBodiless(status: number): boolean {
  return [204, 205, 304].includes(status);
}
