import type { VNode } from 'preact';
import { invalidParameter } from '../../graph/model/errors.ts';
import type { GraphContext } from '../../graph/schema/context.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { INVITATION_PATH } from '../../graph/user/invitations.ts';
import { readForm } from '../../rest/body/readBody.ts';
import { toProblem } from '../../rest/problem/toProblem.ts';
import { Input } from '../design/fields.tsx';
import { Fault } from '../design/parts.tsx';
import { addressOf, cookieOf, type Place, queryIn, type Route } from '../forms/place.ts';
import { enter } from '../forms/signInRoutes.ts';
import { askOf } from '../forms/visit.ts';
import { assertSameOrigin } from '../http/pages.ts';
import { accountNotice } from './accountShell.tsx';

/** The name of the invited person. */
const invited = graphql(`
  query AccountInvited($invitation: String!) { invitedName(invitation: $invitation) }
`);

const accept = graphql(`
  mutation AccountAcceptInvitation($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { user { name } } }
`);

/**
 * The page where an invited person sets her password, which signs her in. The invitation authorises the form and can be
 * used once; opening the page does not use it.
 * @param createContext of a caller who is not signed in
 */
export function invitationRoute(place: Place, createContext: (address: string) => GraphContext): Route {
  return {
    path: INVITATION_PATH,
    methods: ['GET', 'POST'],
    async serve(response, request) {
      const [cookie, address] = [cookieOf(place, request), addressOf(request)];
      const isSent = request.method === 'POST';
      if (isSent) assertSameOrigin(request, place.originOf(request));
      const fields = isSent ? await readForm(request, response) : queryIn(request);
      const invitation = fields.get('invitation') ?? '';
      const ask = askOf(place.schema, createContext(address));
      let name = '';
      try {
        name = (await ask(invited, { invitation })).invitedName;
        if (!isSent) {
          place.send(response, 200, invitationPage(name, invitation));
          return;
        }
        const input = { name: fields.get('name') ?? '', invitation, password: passwordIn(fields) };
        await ask(accept, { input });
        const { signIn } = place.sessions;
        // Nothing is judged or counted again: strangers who guess at the name lock nobody out here.
        const session = signIn?.kind === 'password' ? await signIn.beginNew(name, address) : null;
        if (session !== null) await enter(place, cookie, session, request, response);
        response.redirect(303, '/account');
      } catch (error) {
        const { code, status, message } = toProblem(error);
        const isAboutFields = name !== '' && ['invalid_parameter', 'quota_exceeded'].includes(code);
        if (code === 'conflict') place.send(response, 409, accountNotice('No invitation', <Fault>{message}</Fault>));
        else if (isAboutFields) place.send(response, status, invitationPage(name, invitation, message));
        else throw error;
      }
    },
  };
}

function invitationPage(name: string, invitation: string, fault: string | null = null): string {
  return accountNotice(
    'Set your password',
    <p>
      You are invited as{' '}
      <strong>
        <bdi>{name}</bdi>
      </strong>
      . Set a password: it signs you in now, and later with that name.
    </p>,
    fault !== null && <Fault isFocused>{fault}</Fault>,
    <form method="post" action={INVITATION_PATH}>
      <input type="hidden" name="invitation" value={invitation} />
      <input type="hidden" name="name" autocomplete="username" value={name} />
      <PasswordFields />
      <button type="submit">Set the password</button>
    </form>,
  );
}

/** The fields of a new password. */
export function PasswordFields(): VNode {
  const field = { type: 'password', autocomplete: 'new-password', required: true } as const;
  return (
    <>
      <Input label="New password, 12 to 256 characters" name="password" minLength={12} {...field} />
      <Input label="Repeat the new password" name="again" {...field} />
    </>
  );
}

/** The new password. @throws CatalogError invalid_parameter where the two differ */
export function passwordIn(fields: URLSearchParams): string {
  const password = fields.get('password') ?? '';
  if (fields.get('again') !== password) throw invalidParameter('again', 'the two passwords differ.');
  return password;
}
