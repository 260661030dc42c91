import { graphql } from '../../graph/schema/operation.ts';
import { Fault } from '../design/fault.tsx';
import { accountNotice } from './accountNotice.tsx';
import { PasswordFields } from './passwordFields.tsx';

/** The name of the invited person. */
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
  /** The target of the form. */
  readonly action: string;
  /** Why a password was refused; null at first. */
  readonly fault: string | null;
}

/** The page where an invited person sets her password. */
export function invitationPage({ name, invitation, action, fault }: Invitation): string {
  return accountNotice(
    'Set your password',
    <>
      <p>
        You are invited as{' '}
        <strong>
          <bdi>{name}</bdi>
        </strong>
        . Set a password that only you know: you sign in with it and that name.
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

/** The page for an invitation that is not valid. */
export function endedInvitationPage(reason: string): string {
  return accountNotice('No invitation', <Fault>{reason}</Fault>);
}
