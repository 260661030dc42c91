import type { ComponentChildren, VNode } from 'preact';
import { invalidParameter } from '../../graph/model/errors.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { Input } from '../design/fields.tsx';
import { Navigation } from '../design/link.tsx';
import { Fault, Section } from '../design/parts.tsx';
import { publicPage } from '../design/publicPage.tsx';
import { FormView, Visiting } from '../forms/formView.tsx';
import type { Visit } from '../forms/visit.ts';

/** The path of sign-in; its parameter `to` is the page that follows. */
export const SIGN_IN_PATH = '/account/sign-in';
export const SIGN_OUT_PATH = '/account/sign-out';
export const SIGNED_OUT_PATH = '/account/signed-out';
export const YOU_PATH = '/account/you';
export const TOKENS_PATH = '/account/tokens';

/** A page of an application; its tabs are `keys`, `webhooks` and `settings`. */
export function applicationPath(id: string, ...rest: readonly [string, ...string[]]): string {
  return ['/account/applications', id, ...rest].join('/');
}

/** The fields that every page of an application reads. */
export const shellFields = graphql(`
  fragment ApplicationShellFields on Application { id name suspendedReason }
`);

const PARTS = [
  ['/account', 'Applications'],
  [TOKENS_PATH, 'Access tokens'],
  [YOU_PATH, 'Password and sessions'],
] as const;

type Above = readonly (readonly [to: string, label: string])[];

interface AccountShell {
  readonly title: string;
  readonly visit: Visit;
  /** The pages above this one, the topmost first. */
  readonly above?: Above;
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
    hasHeading: true,
    path: visit.path,
    isListed: false,
    // The page of a new key has a request to send; the browser has the other scripts by then.
    scripts: ['copy', 'times', ...(visit.notice === null ? [] : ['sendRequests' as const])],
    within: (page) => <Visiting.Provider value={visit}>{page}</Visiting.Provider>,
    tools: (
      <div class="you">
        <span class="note">
          Signed in as <bdi>{visit.subject}</bdi>
        </span>
        <FormView name="sign-out" action={SIGN_OUT_PATH} submit="Sign out" look="quiet" />
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
      </>
    ),
  });
}

interface ApplicationShell {
  readonly title: string;
  readonly visit: Visit;
  readonly application: { readonly id: string; readonly name: string; readonly suspendedReason: string | null };
  /** The pages between the application and this one. */
  readonly above?: Above;
}

/** A page of an application. */
export function applicationShell(
  { title, visit, application: { id, name, suspendedReason }, above = [] }: ApplicationShell,
  ...content: ComponentChildren[]
): string {
  const tabs = ['Keys', 'Webhooks', 'Settings'].map((tab) => [applicationPath(id, tab.toLowerCase()), tab] as const);
  const isTab = above.length === 0;
  return accountShell(
    {
      title,
      visit,
      above: isTab ? [] : [[applicationPath(id, 'keys'), name], ...above],
      tabs: isTab && <Navigation label="Application" current={visit.path} isTabs links={tabs} />,
    },
    suspendedReason !== null && <Fault>▲ {suspendedReason}</Fault>,
    ...content,
  );
}

/** A page of the account for people who are not signed in. */
export function accountNotice(title: string, ...content: ComponentChildren[]): string {
  return publicPage({ title, path: '/account', isListed: false, children: content });
}

interface DeleteByNameProps {
  readonly name: string;
  readonly what: 'application' | 'webhook';
  /** What ends with it. */
  readonly children: ComponentChildren;
}

/** The form `delete`, in which the name of what it deletes is typed. */
export function DeleteByName({ name, what, children }: DeleteByNameProps): VNode {
  return (
    <Section id="delete" title="Delete">
      <p>
        {children} Type its name,{' '}
        <strong>
          <bdi>{name}</bdi>
        </strong>
        , to confirm.
      </p>
      <FormView name="delete" submit={`Delete the ${what}`} look="danger">
        <Input label="Its name" name="name" required autocomplete="off" />
      </FormView>
    </Section>
  );
}

/** @throws CatalogError invalid_parameter where another name was typed */
export function assertNamed(fields: URLSearchParams, name: string): void {
  if (fields.get('name') !== name) throw invalidParameter('name', 'the typed name is another one.');
}
