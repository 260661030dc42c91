import type { ComponentChildren } from 'preact';
import { graphql } from '../../graph/schema/operation.ts';
import { Fault } from '../../html/fault.tsx';
import { publicPage } from '../publicPage.tsx';
import { PasswordFields } from './passwordFields.tsx';

/** Whom an invitation is for. */
export const invited = graphql(`
  query AccountInvited($invitation: String!) { invitedName(invitation: $invitation) }
`);

export const accept = graphql(`
  mutation AccountAcceptInvitation($input: AcceptInvitationInput!) {
    acceptInvitation(input: $input) { user { name } }
  }
`);

interface Invitation {
  readonly name: string;
  /** The text in the link. */
  readonly invitation: string;
  /** Where the form is sent. */
  readonly action: string;
  /** Why a password was not taken; null at first. */
  readonly fault: string | null;
}

/** The page where somebody who was invited sets her own password. */
export function invitationPage({ name, invitation, action, fault }: Invitation): string {
  return page(
    'Set your password',
    <>
      <p>
        You are invited as{' '}
        <strong>
          <bdi>{name}</bdi>
        </strong>
        . Set a password that only you know; with that name and it you sign in.
      </p>
      {fault !== null && <Fault isFocused>{fault}</Fault>}
      <form method="post" action={action}>
        <input type="hidden" name="invitation" value={invitation} />
        <input type="hidden" name="name" autocomplete="username" value={name} />
        <PasswordFields />
        <button type="submit">Set the password</button>
      </form>
    </>,
  );
}

/** The page for an invitation that lets nobody in. */
export function endedInvitationPage(reason: string): string {
  return page('No invitation', <Fault>{reason}</Fault>);
}

function page(title: string, children: ComponentChildren): string {
  return publicPage({
    title,
    path: '/account',
    isListed: false,
    children: (
      <>
        <h1>{title}</h1>
        {children}
      </>
    ),
  });
}
