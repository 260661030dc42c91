import { v7 as uuidv7 } from 'uuid';
import type { TransactionClient } from '../../database/database.ts';
import type { Application } from '../../database/generated/client.ts';
import { CatalogError } from '../model/errors.ts';

interface NewApplication {
  readonly name: string;
  /** The `sub` of its owner's access tokens. */
  readonly owner: string;
  readonly redirectUris: readonly string[];
}

/** OpenID Connect Core, 2: a `sub` has at most 255 ASCII characters. */
const SUBJECT = /^[\x21-\x7e]{1,255}$/;
const LARGEST_REDIRECTS = 10;

/** @throws CatalogError invalid_parameter */
export async function createApplication(client: TransactionClient, input: NewApplication): Promise<Application> {
  const name = input.name.trim();
  if (name === '' || name.length > 100 || /\p{Cc}/u.test(name)) {
    throw refusal('name', '1 to 100 characters without control characters are expected.');
  }
  const owner = checkSubject(input.owner, 'owner');
  if (input.redirectUris.length > LARGEST_REDIRECTS) {
    throw refusal('redirectUris', `at most ${LARGEST_REDIRECTS} are taken.`);
  }
  for (const uri of input.redirectUris) checkRedirectUri(uri);
  return client.application.create({
    data: { id: uuidv7(), name, owner, redirectUris: [...new Set(input.redirectUris)] },
  });
}

/** The `sub` of a user. @throws CatalogError invalid_parameter */
export function checkSubject(text: string, parameter: string): string {
  if (SUBJECT.test(text)) return text;
  throw refusal(parameter, 'the sub of a user is expected: 1 to 255 visible ASCII characters.');
}

function checkRedirectUri(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLoopback = ['127.0.0.1', '[::1]', 'localhost'].includes(url?.hostname ?? '');
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback);
  if (url === null || !isAllowed || text.includes('#') || url.username !== '' || text.length > 2000) {
    throw refusal(
      'redirectUris',
      `"${text}" is none: an https URL, or http to a loopback address, without user and fragment, is expected.`,
    );
  }
}

function refusal(parameter: string, rule: string): CatalogError {
  return new CatalogError('invalid_parameter', `${parameter}: ${rule}`, { parameter });
}
