import type { ComponentChildren } from 'preact';
import { Navigation } from '../design/navigation.tsx';
import { publicPage } from '../design/publicPage.tsx';
import { FormView } from '../forms/formView.tsx';
import type { Visit } from '../forms/visit.ts';

/** The path of sign-in; its parameter `to` is the page that follows. */
export const SIGN_IN_PATH = '/account/sign-in';
export const SIGN_OUT_PATH = '/account/sign-out';
export const SIGNED_OUT_PATH = '/account/signed-out';
export const YOU_PATH = '/account/you';
export const TOKENS_PATH = '/account/tokens';

/** The page of an application, or one of its tabs. */
export function applicationPath(id: string, ...rest: readonly string[]): string {
  return ['/account/applications', id, ...rest].join('/');
}

const PARTS = [
  ['/account', 'Applications'],
  [TOKENS_PATH, 'Access tokens'],
  [YOU_PATH, 'Password and sessions'],
] as const;

interface AccountShell {
  readonly title: string;
  readonly visit: Visit;
  /** The pages above this one, the topmost first. */
  readonly above?: readonly (readonly [to: string, label: string])[];
  /** Of what the page is about, above the result of a form. */
  readonly tabs?: ComponentChildren;
}

/** A page of the account: who is signed in, its parts, the breadcrumbs, the result of a form. */
export function accountShell(
  { title, visit, above = [], tabs }: AccountShell,
  ...content: ComponentChildren[]
): string {
  return publicPage({
    title,
    path: visit.path,
    isListed: false,
    // The page of a new key has a request to send; the browser has the other scripts by then.
    scripts: ['copy', 'times', ...(visit.notice === null ? [] : ['sendRequests' as const])],
    tools: (
      <div class="you">
        <span class="note">
          Signed in as <bdi>{visit.subject}</bdi>
        </span>
        <FormView visit={visit} name="sign-out" action={SIGN_OUT_PATH} submit="Sign out" look="quiet" />
      </div>
    ),
    children: (
      <>
        <Navigation label="Account" links={PARTS} current={visit.path} isTabs />
        {above.length > 0 && <Navigation label="Above" links={above} />}
        <h1>{title}</h1>
        {tabs}
        {visit.notice}
        {content}
        <section aria-label="Every session" class="end">
          <p class="note">
            Ends every session, this one too, and every access token: programs that use one stop working.
          </p>
          <FormView visit={visit} name="everywhere" action={SIGN_OUT_PATH} submit="Sign out everywhere" look="danger" />
        </section>
      </>
    ),
  });
}

/** A page of the account for people who are not signed in. */
export function accountNotice(title: string, ...content: ComponentChildren[]): string {
  return publicPage({
    title,
    path: '/account',
    isListed: false,
    children: (
      <>
        <h1>{title}</h1>
        {content}
      </>
    ),
  });
}
