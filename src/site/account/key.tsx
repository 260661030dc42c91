import type { VNode } from 'preact';
import { invalidParameter } from '../../graph/model/errors.ts';
import { KEY_SCOPES, scopes } from '../../graph/model/scopes.ts';
import { CodeBlock } from '../design/codeBlock.tsx';
import { Field } from '../design/field.tsx';
import { Once } from '../design/once.tsx';
import { ticked, typed } from '../forms/formView.tsx';
import type { Visit } from '../forms/visit.ts';

interface KeyTimes {
  readonly revokedAt: string | null;
  readonly expiresAt: string | null;
}

/** Whether a key is neither revoked nor expired. */
export function isWorking({ revokedAt, expiresAt }: KeyTimes, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || new Date(expiresAt) > now);
}

/** The state of a key: a sign, which no colour replaces, and words. */
export function keyState(key: KeyTimes, now: Date): string {
  if (key.revokedAt !== null) return '✕ revoked';
  return isWorking(key, now) ? '● works' : '✕ expired';
}

const DAY_MS = 86_400_000;

/** Lifetimes of a key, the default first; null: forever. */
const LIFETIMES: Readonly<Record<string, { readonly label: string; readonly days: number | null }>> = {
  year: { label: 'in a year', days: 365 },
  quarter: { label: 'in 90 days', days: 90 },
  month: { label: 'in 30 days', days: 30 },
  never: { label: 'never', days: null },
};

interface KeyFieldsProps {
  readonly visit: Visit;
  readonly form: string;
  /** Whether no key exists yet, so that the form is the page's purpose. */
  readonly isFirst: boolean;
}

/** The fields of a new key. */
export function KeyFields({ visit, form, isFirst }: KeyFieldsProps): VNode {
  return (
    <>
      <Field label="Name">
        <input name="name" required autofocus={isFirst} value={typed(visit, form, 'name')} />
      </Field>
      <fieldset class="choices">
        <legend>Scopes</legend>
        {KEY_SCOPES.map((scope) => (
          <label key={scope}>
            <input type="checkbox" name="scope" value={scope} checked={ticked(visit, form, 'scope', scope, true)} />
            <span>
              <code>{scope}</code>: {scopes[scope].meaning}
            </span>
          </label>
        ))}
      </fieldset>
      <Lifetime visit={visit} form={form} />
    </>
  );
}

/** When a new key expires. */
export function Lifetime({ visit, form }: { readonly visit: Visit; readonly form: string }): VNode {
  const chosen = typed(visit, form, 'expires', 'year');
  return (
    <Field label="Expires">
      <select name="expires">
        {Object.entries(LIFETIMES).map(([value, { label }]) => (
          <option key={value} value={value} selected={value === chosen}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** When a key of this form expires; null: never. @throws CatalogError invalid_parameter */
export function expiryOf(fields: URLSearchParams, now: Date): string | null {
  const chosen = fields.get('expires') ?? '';
  const lifetime = Object.hasOwn(LIFETIMES, chosen) ? LIFETIMES[chosen] : undefined;
  if (lifetime === undefined) throw invalidParameter('expires', 'one of the choices is expected.');
  return lifetime.days === null ? null : new Date(now.getTime() + lifetime.days * DAY_MS).toISOString();
}

/** A new key, shown once, with a request that uses it: for a terminal, and sent by the page's script. */
export function NewKey({ visit, secret, scopes: granted }: NewKeyProps): VNode {
  const isSearched = visit.hasSearch && granted.includes('search.read');
  const target = isSearched ? '/v1/search?q=frieren&limit=1' : '/v1/anime?limit=1';
  return (
    <Once title="Your new key" secret={secret}>
      <p>This uses it:</p>
      <CodeBlock
        text={`curl -H 'Authorization: Bearer ${secret}' '${visit.origin}${target}'`}
        label="A request with the new key"
      />
      {/* No field holds the key: without the script a form would put it into a URL. */}
      <form class="try" hidden data-path={target} data-key={secret}>
        <button type="submit" disabled>
          Send it from here
        </button>
        <div class="answer" />
      </form>
    </Once>
  );
}

interface NewKeyProps {
  readonly visit: Visit;
  readonly secret: string;
  readonly scopes: readonly string[];
}
