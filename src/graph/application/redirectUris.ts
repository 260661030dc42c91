import { parseUrl } from '../../parseUrl.ts';
import { invalidParameter } from '../model/errors.ts';

const LARGEST_NUMBER = 10;
const LONGEST = 2000;
const LOOPBACKS: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];

/**
 * The redirect URIs of an application, without duplicates. They are compared character by character (RFC 9700, 2.1),
 * except for the port of a loopback address (RFC 8252, 7.3). A URI that could never match is refused, and so is a set
 * that the embedded issuer would refuse at each sign-in. @throws CatalogError invalid_parameter
 */
export function checkRedirectUris(uris: readonly string[]): readonly string[] {
  if (uris.length > LARGEST_NUMBER) throw invalidParameter('redirectUris', `at most ${LARGEST_NUMBER} are taken.`);
  const urls = uris.map(checkRedirectUri);
  const isLoopback = ({ hostname }: URL) => LOOPBACKS.includes(hostname);
  const secured = urls.find((url) => url.protocol === 'https:' && isLoopback(url));
  if (secured !== undefined && isLoopbackClient(uris)) {
    throw invalidParameter(
      'redirectUris',
      `https to a loopback address ("${secured.host}") does not go with http to one: register http alone, whose port may differ at each sign-in, or two applications.`,
    );
  }
  return [...new Set(uris)];
}

/** Whether the URI is of a program on the user's machine, which listens on the loopback at any port (RFC 8252, 7.3). */
export function isLoopbackClient(redirectUris: readonly string[]): boolean {
  return redirectUris.some((uri) => /^http:/i.test(uri));
}

function checkRedirectUri(text: string): URL {
  const url = parseUrl(text);
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACKS.includes(url.hostname));
  const hasUser = url !== null && (url.username !== '' || url.password !== '');
  if (url === null || !isAllowed || hasUser || text.includes('#') || text.length > LONGEST) {
    throw invalidParameter(
      'redirectUris',
      `"${text}" is not allowed: an https URL, or http to a loopback address, without user and fragment, is expected.`,
    );
  }
  if (!/^[\x21-\x7e]+$/.test(text)) {
    throw invalidParameter(
      'redirectUris',
      `"${text}" holds a space or another character that no URI has: percent-encode it.`,
    );
  }
  if (text.includes('*')) {
    throw invalidParameter(
      'redirectUris',
      `"${text}" holds a "*", but URIs are compared character by character: register each one.`,
    );
  }
  return url;
}
