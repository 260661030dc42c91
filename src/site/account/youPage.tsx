import type { VNode } from 'preact';
import { invalidParameter } from '../../graph/model/errors.ts';
import { parseUuid } from '../../graph/model/uuid.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { Field } from '../design/field.tsx';
import { Table } from '../design/table.tsx';
import { Time } from '../design/time.tsx';
import { FormView } from '../forms/formView.tsx';
import type { PersonalPage, Visit } from '../forms/visit.ts';
import { accountShell, SIGNED_OUT_PATH, YOU_PATH } from './accountShell.tsx';
import { PasswordFields, passwordIn } from './invitationPage.tsx';

const read = graphql(`
  query AccountYou {
    account { hasPassword sessions { id createdAt seenAt isAtDesk browser } }
    applications(first: 20) { nodes { id name } }
  }
`);

const change = graphql(`
  mutation AccountChangePassword($input: ChangePasswordInput!) {
    changePassword(input: $input) { user { name } }
  }
`);

const endSession = graphql(`
  mutation AccountEndSession($input: EndAccountSessionInput!) {
    endAccountSession(input: $input) { isEnded }
  }
`);

const remove = graphql(`
  mutation AccountDelete($input: DeleteUserInput!) {
    deleteUser(input: $input) { name }
  }
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
      { title: 'Your password and sessions', visit, above: [['/account', 'Your applications']] },
      <Password visit={visit} hasPassword={hasPassword} />,
      <Sessions visit={visit} sessions={sessions} />,
      hasPassword && <Deletion visit={visit} applications={applications.nodes} />,
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
    async delete({ ask, subject }, fields) {
      if (fields.get('name') !== subject) throw invalidParameter('name', `type ${subject}, the name of your account.`);
      const applications = fields.getAll('application').map((text) => {
        const id = parseUuid(text);
        if (id === null) throw invalidParameter('application', `"${text.slice(0, 100)}" is no id of an application.`);
        return id;
      });
      await ask(remove, { input: { name: subject, current: fields.get('current') ?? '', applications } });
      return { to: `${SIGNED_OUT_PATH}?by=account` };
    },
  },
};

function Password({ visit, hasPassword }: { readonly visit: Visit; readonly hasPassword: boolean }): VNode {
  return (
    <section aria-labelledby="password">
      <h2 id="password">Password</h2>
      {hasPassword ? (
        <>
          <p>
            Another password ends every session, this one too, and every access token: you sign in again with the new
            one.
          </p>
          <FormView visit={visit} name="password" submit="Change the password">
            <input type="hidden" name="username" autocomplete="username" value={visit.subject} />
            <CurrentPassword />
            <PasswordFields />
          </FormView>
        </>
      ) : (
        <p>It is not kept here: you change it where you sign in.</p>
      )}
    </section>
  );
}

function CurrentPassword(): VNode {
  return (
    <Field label="Current password">
      <input name="current" type="password" autocomplete="current-password" required />
    </Field>
  );
}

function Deletion({
  visit,
  applications,
}: {
  readonly visit: Visit;
  readonly applications: readonly Application[];
}): VNode {
  return (
    <section aria-labelledby="delete">
      <h2 id="delete">Delete the account</h2>
      <p>
        It ends for good, in every browser, with your access tokens
        {applications.length === 0 ? '.' : ' and these applications, their keys and webhooks:'}
      </p>
      {applications.length > 0 && (
        <ul>
          {applications.map(({ id, name }) => (
            <li key={id}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      )}
      <FormView visit={visit} name="delete" submit="Delete my account" look="danger">
        <Field label="Your name">
          <input name="name" autocomplete="off" autocapitalize="none" spellcheck={false} required />
        </Field>
        <CurrentPassword />
        {applications.map(({ id }) => (
          <input key={id} type="hidden" name="application" value={id} />
        ))}
      </FormView>
    </section>
  );
}

function Sessions({ visit, sessions }: { readonly visit: Visit; readonly sessions: readonly Session[] }): VNode {
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      <p>
        Each browser in which you signed in to these pages, or to the desk, has one. It ends two hours after its last
        request, twelve after sign-in, or here.
      </p>
      <Table
        caption="Your sessions, the latest sign-in first"
        columns={['Browser', 'Where', 'Signed in', 'Last request', 'End it']}
        rows={sessions.map(({ id, createdAt, seenAt, isAtDesk, browser }) => ({
          key: id,
          cells: [
            browser ?? 'unknown',
            id === visit.session ? '● this one' : isAtDesk ? 'another, at the desk' : 'another',
            <Time key="begun" at={new Date(createdAt)} />,
            <Time key="seen" at={new Date(seenAt)} />,
            id === visit.session ? (
              'sign out above'
            ) : (
              <FormView key="end" visit={visit} name="end" submit="End this session" look="quiet">
                <input type="hidden" name="id" value={id} />
              </FormView>
            ),
          ],
        }))}
      />
    </section>
  );
}
