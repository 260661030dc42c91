import { invalidParameter } from '../model/errors.ts';
import { isScope, type Scope } from '../model/scopes.ts';

/** @throws CatalogError invalid_parameter, unless one or more are given and all are `allowed` */
export function checkScopes(given: readonly string[], allowed: readonly Scope[]): void {
  const wrong = given.find((scope) => !(allowed as readonly string[]).includes(scope));
  if (given.length > 0 && wrong === undefined) return;
  const found = wrong === undefined ? 'none is given' : `"${wrong}" is not allowed`;
  const people = wrong !== undefined && isScope(wrong) ? " It takes a person's access token." : '';
  throw invalidParameter('scopes', `${found}; ${allowed.join(', ')} are.${people}`);
}
