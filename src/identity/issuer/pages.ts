import { scopes as catalogScopes } from '../../graph/model/scopes.ts';

/** Texts of consent, by scope. */
const CONSENTS: Readonly<Record<string, { readonly consent: string }>> = {
  openid: { consent: 'know your name' },
  offline_access: { consent: 'stay signed in for up to 14 days while you are away' },
  ...catalogScopes,
};

interface SignIn {
  /** The form's target. */
  readonly action: string;
  readonly client: string;
  /** The user name typed before; empty at first. */
  readonly name: string;
  /** The reason of the refusal; null at first. */
  readonly fault: string | null;
}

export function signInPage({ action, client, name, fault }: SignIn): string {
  return page(
    'Sign in',
    `<h1>Sign in</h1>
<p>to continue to <strong>${escapeHtml(client)}</strong></p>
${fault === null ? '' : `<p class="fault" role="alert">${escapeHtml(fault)}</p>`}
<form method="post" action="${escapeHtml(action)}/sign-in">
<label>Name <input name="name" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="64" value="${escapeHtml(name)}"${name === '' ? ' autofocus' : ''}></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required maxlength="256"${name === '' ? '' : ' autofocus'}></label>
<button>Sign in</button>
</form>
${cancel(action)}`,
  );
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
  const item = (scope: string, mark = '') => {
    const text = isKnownScope(scope) ? `${CONSENTS[scope]?.consent} ` : '';
    return `<li>${escapeHtml(text)}<code>${escapeHtml(scope)}</code>${mark}</li>`;
  };
  const items = [
    ...scopes.added.map((scope) => item(scope)),
    ...scopes.allowed.map((scope) => item(scope, ' <span class="note">allowed before</span>')),
  ];
  return page(
    'Allow access',
    `<h1>Allow access?</h1>
<p><strong>${escapeHtml(client)}</strong> asks you, <strong>${escapeHtml(user)}</strong>, to let it</p>
<ul>${items.join('')}</ul>
<p class="note">You go on to ${escapeHtml(redirect)}.</p>
<form method="post" action="${escapeHtml(action)}/consent"><button>Allow</button></form>
${cancel(action)}`,
  );
}

interface SignOut {
  readonly user: string;
  /** The application that sent the browser; null when the user came directly. */
  readonly client: string | null;
  /** oidc-provider's form, to which the buttons belong. */
  readonly form: string;
}

export function signOutPage({ user, client, form }: SignOut): string {
  return page(
    'Sign out',
    `<h1>Sign out?</h1>
<p>You are signed in as <strong>${escapeHtml(user)}</strong>.</p>
${client === null ? '' : `<p class="note"><strong>${escapeHtml(client)}</strong> asks whether you want to sign out here too.</p>`}
${form}
<button form="op.logoutForm" name="logout" value="yes">Sign out</button>
<button form="op.logoutForm" class="quiet">Stay signed in</button>`,
  );
}

export function signedOutPage(): string {
  return page(
    'Signed out',
    `<h1>You are signed out</h1>
<p>Nobody is signed in in this browser.</p>`,
  );
}

/** @param error OAuth's error code */
export function errorPage(error: string, description: string | null): string {
  return page(
    'Not possible',
    `<h1>That did not work</h1>
<p>${escapeHtml(description ?? 'The request cannot be answered.')} <code>${escapeHtml(error)}</code></p>
<p class="note">Go back to the application and begin again.</p>`,
  );
}

function cancel(action: string): string {
  return `<form method="post" action="${escapeHtml(action)}/cancel"><button class="quiet">Cancel</button></form>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}: Canonical Anime Catalog</title>
<link rel="stylesheet" href="/oidc/style.css">
</head>
<body>
<main>
<p class="service">Canonical Anime Catalog</p>
${body}
</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** As plain as the reference page. */
export const style = `*{box-sizing:border-box}
body{margin:0;background:#fafafa;color:#3b4151;font:16px/1.5 system-ui,sans-serif}
main{max-width:26rem;margin:3rem auto;padding:2rem;background:#fff;border:1px solid #d8dde7;border-radius:4px}
@media (max-width:30rem){main{margin:0;border:0;min-height:100vh}}
.service{margin:0 0 1.5rem;font-size:.875rem;color:#6b7280}
h1{margin:0 0 .5rem;font-size:1.5rem}
label{display:block;margin:1rem 0;font-weight:600}
input{display:block;width:100%;margin-top:.25rem;padding:.6rem;border:1px solid #8a93a5;border-radius:4px;font:inherit;font-weight:400}
button{width:100%;padding:.7rem;border:1px solid #1b5e9e;border-radius:4px;background:#1b5e9e;color:#fff;font:inherit;font-weight:600;cursor:pointer}
button.quiet{margin-top:.75rem;background:none;color:#1b5e9e;border-color:transparent;font-weight:400}
input:focus,button:focus-visible{outline:3px solid #7fb2e5;outline-offset:1px}
ul{padding-left:1.25rem}
li{margin:.5rem 0}
code{font-size:.8125rem;color:#6b7280;overflow-wrap:anywhere}
.note{font-size:.875rem;color:#6b7280;overflow-wrap:anywhere}
.fault{padding:.6rem .8rem;border-left:4px solid #c62828;background:#fdecea}
@media (prefers-color-scheme:dark){
body{background:#16181d;color:#d6dae3}
main{background:#1e2128;border-color:#343945}
input{background:#16181d;color:inherit;border-color:#5a6274}
button.quiet{color:#8ec1f0}
.service,.note,code{color:#9aa3b5}
.fault{background:#3a1f1f}
}
`;
