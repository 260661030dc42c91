import type { VNode } from 'preact';
import { invalidParameter } from '../../graph/model/errors.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { Input } from '../design/fields.tsx';
import { Section, Time } from '../design/parts.tsx';
import { Table } from '../design/table.tsx';
import { FormView, useVisit, ValueForm } from '../forms/formView.tsx';
import { type PersonalPage, typedId } from '../forms/visit.ts';
import { accountShell, SIGNED_OUT_PATH, YOU_PATH } from './accountShell.tsx';
import { PasswordFields, passwordIn } from './invitationPage.tsx';

const read = graphql(`
  query AccountYou {
    account { hasPassword sessions { id createdAt seenAt isAtDesk browser } }
    applications(first: 20) { nodes { id name } }
  }
`);

const change = graphql(`
  mutation AccountChangePassword($input: ChangePasswordInput!) { changePassword(input: $input) { user { name } } }
`);

const endSession = graphql(`
  mutation AccountEndSession($input: EndAccountSessionInput!) { endAccountSession(input: $input) { isEnded } }
`);

const endEverything = graphql(`
  mutation AccountEndEverything($input: RevokeUserTokensInput!) { revokeUserTokens(input: $input) { notBefore } }
`);

const remove = graphql(`
  mutation AccountDelete($input: DeleteUserInput!) { deleteUser(input: $input) { name } }
`);

type Application = ResultOf<typeof read>['applications']['nodes'][number];
type Session = ResultOf<typeof read>['account']['sessions'][number];

/** The person's password and sessions. */
export const youPage: PersonalPage = {
  path: YOU_PATH,
  async render(visit) {
    const { account, applications } = await visit.ask(read, {});
    const { hasPassword, sessions } = account;
    return accountShell(
      { title: 'Your password and sessions', visit },
      <Password hasPassword={hasPassword} />,
      <Sessions sessions={sessions} />,
      hasPassword && <Deletion applications={applications.nodes} />,
    );
  },
  forms: {
    async password({ ask, subject }, fields) {
      const input = { name: subject, password: passwordIn(fields), current: fields.get('current') ?? '' };
      await ask(change, { input });
      return { to: `${SIGNED_OUT_PATH}?by=password` };
    },
    async end({ ask }, fields) {
      await ask(endSession, { input: { id: fields.get('id') ?? '' } });
      return { to: YOU_PATH };
    },
    async everywhere({ ask, subject }) {
      await ask(endEverything, { input: { user: subject } });
      return { to: SIGNED_OUT_PATH };
    },
    async delete({ ask, subject }, fields) {
      if (fields.get('name') !== subject) throw invalidParameter('name', `type ${subject}, the name of your account.`);
      const applications = fields.getAll('application').map((text) => typedId('application', text, 'an application'));
      await ask(remove, { input: { name: subject, current: fields.get('current') ?? '', applications } });
      return { to: `${SIGNED_OUT_PATH}?by=account` };
    },
  },
};

function Password({ hasPassword }: { readonly hasPassword: boolean }): VNode {
  const { subject } = useVisit();
  return (
    <Section id="password" title="Password">
      {hasPassword ? (
        <>
          <p>
            Changing it ends every session, including this one, and every access token; sign in again with the new
            password.
          </p>
          <FormView name="password" submit="Change the password">
            <input type="hidden" name="username" autocomplete="username" value={subject} />
            <CurrentPassword />
            <PasswordFields />
          </FormView>
        </>
      ) : (
        <p>Your password is not stored here: change it where you sign in.</p>
      )}
    </Section>
  );
}

function CurrentPassword(): VNode {
  return <Input label="Current password" name="current" type="password" autocomplete="current-password" required />;
}

function Deletion({ applications }: { readonly applications: readonly Application[] }): VNode {
  return (
    <Section id="delete" title="Delete the account">
      <p>
        This cannot be undone. Your sessions and access tokens end
        {applications.length === 0 ? '.' : ', and these applications are deleted with their keys and webhooks:'}
      </p>
      {applications.length > 0 && (
        <ul>
          {applications.map(({ name }) => (
            <li>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      )}
      <FormView name="delete" submit="Delete my account" look="danger">
        <Input label="Your name" name="name" autocomplete="off" autocapitalize="none" spellcheck={false} required />
        <CurrentPassword />
        {applications.map(({ id }) => (
          <input type="hidden" name="application" value={id} />
        ))}
      </FormView>
    </Section>
  );
}

function Sessions({ sessions }: { readonly sessions: readonly Session[] }): VNode {
  const { session } = useVisit();
  return (
    <Section id="sessions" title="Sessions">
      <p>
        One for each browser that is signed in to these pages or the desk. A session ends two hours after its last
        request, twelve hours after sign-in, or here.
      </p>
      <Table
        caption="Your sessions, latest sign-in first"
        columns={['Browser', 'Where', 'Signed in', 'Last request', 'End']}
        rows={sessions.map(({ id, createdAt, seenAt, isAtDesk, browser }) => [
          browser ?? 'unknown',
          id === session ? '● this one' : isAtDesk ? 'another, at the desk' : 'another',
          <Time at={createdAt} />,
          <Time at={seenAt} />,
          id === session ? (
            'sign out above'
          ) : (
            <ValueForm name="end" submit="End this session" look="quiet" field="id" value={id} />
          ),
        ])}
      />
      <FormView name="everywhere" submit="Sign out everywhere" look="danger" asksFirst />
      <p class="note">
        Ends every session, including this one, and every access token; programs that use one stop working.
      </p>
    </Section>
  );
}
