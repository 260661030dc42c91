import type { VNode } from 'preact';
import { scopes as catalogScopes } from '../../../graph/model/scopes.ts';
import { Link } from '../../../html/link.tsx';
import { renderPage } from '../../../html/renderPage.tsx';
import { CancelForm } from './cancelForm.tsx';

/** Texts of consent by scope, the most important first. */
const CONSENTS: Readonly<Record<string, { readonly consent: string }>> = {
  ...Object.fromEntries(Object.entries(catalogScopes).toReversed()),
  offline_access: { consent: 'stay signed in for up to 14 days while you are away' },
  openid: { consent: 'know your name' },
};

function byWeight(scopes: readonly string[]): readonly string[] {
  const known = Object.keys(CONSENTS);
  return scopes.toSorted((one, other) => known.indexOf(one) - known.indexOf(other));
}

interface Consent {
  readonly action: string;
  readonly client: string;
  readonly user: string;
  /** The redirect's target. */
  readonly redirect: string;
  /** The scopes to consent to, and those that the user has already granted. */
  readonly scopes: { readonly added: readonly string[]; readonly allowed: readonly string[] };
}

/** Whether the consent page can describe this scope. */
export function isKnownScope(scope: string): boolean {
  return Object.hasOwn(CONSENTS, scope);
}

export function consentPage({ action, client, user, redirect, scopes }: Consent): string {
  return renderPage({
    title: 'Allow access',
    layout: 'form',
    children: (
      <>
        <h1>Allow access?</h1>
        <p>
          <strong>{client}</strong> asks you, <strong>{user}</strong>, to let it
        </p>
        <ul>
          {byWeight(scopes.added).map((scope) => (
            <ScopeItem key={scope} scope={scope} isAllowed={false} />
          ))}
          {byWeight(scopes.allowed).map((scope) => (
            <ScopeItem key={scope} scope={scope} isAllowed />
          ))}
        </ul>
        <p class="note">You go on to {redirect}.</p>
        <form method="post" action={`${action}/consent`}>
          <button type="submit">Allow</button>
        </form>
        <CancelForm action={action} />
        <p>
          Not {user}? <Link to={`${action}?account=other`}>Sign in as somebody else</Link>
        </p>
      </>
    ),
  });
}

function ScopeItem({ scope, isAllowed }: { readonly scope: string; readonly isAllowed: boolean }): VNode {
  return (
    <li>
      {isKnownScope(scope) && `${CONSENTS[scope]?.consent} `}
      <code>{scope}</code>
      {isAllowed && (
        <>
          {' '}
          <span class="note">allowed before</span>
        </>
      )}
    </li>
  );
}
