import { invalidParameter } from '../model/errors.ts';
import { PERMISSIONS } from '../model/permissions.ts';
import { isScope, type Scope } from '../model/scopes.ts';

/** @throws CatalogError invalid_parameter, unless one or more are given and all are `allowed` */
export function checkScopes(given: readonly string[], allowed: readonly Scope[]): void {
  const wrong = given.find((scope) => !(allowed as readonly string[]).includes(scope));
  if (given.length > 0 && wrong === undefined) return;
  const found = wrong === undefined ? 'none is given' : `"${wrong}" is not allowed`;
  throw invalidParameter('scopes', `${found}; ${allowed.join(', ')} are.${whose(wrong ?? '')}`);
}

/** A hint about a scope or permission that is not allowed here. */
function whose(wrong: string): string {
  if (isScope(wrong)) return " It takes a person's access token.";
  return PERMISSIONS.some((permission) => permission === wrong)
    ? ' It is a permission of people, which no credential carries: catalog users grant.'
    : '';
}
