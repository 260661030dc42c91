import { invalidParameter } from '../../graph/model/errors.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { Field } from '../design/field.tsx';
import { FormView, typed } from '../forms/formView.tsx';
import { idIn, required } from '../forms/required.ts';
import type { AccountPage, Visit } from '../forms/visit.ts';
import { applicationShell, shellFields } from './applicationShell.tsx';
import { applicationPath } from './paths.ts';

const settings = graphql(
  `
    query AccountSettings($id: UUID!) {
      application(id: $id) { ...ApplicationShellFields }
    }
  `,
  [shellFields],
);

const update = graphql(`
  mutation AccountUpdateApplication($input: UpdateApplicationInput!) {
    updateApplication(input: $input) { application { id } }
  }
`);

const remove = graphql(`
  mutation AccountDeleteApplication($input: ApplicationInput!) {
    deleteApplication(input: $input) { id }
  }
`);

/** An application's name and deletion. */
export const settingsPage: AccountPage = {
  path: '/account/applications/{application}/settings',
  forms: ['rename', 'delete'],
  prepare: (prepare) => {
    const [read, change, end] = [prepare(settings), prepare(update), prepare(remove)];
    const find = async (visit: Visit) =>
      required((await read(visit.context, { id: idIn(visit, 'application') })).application);
    return {
      async render(visit) {
        const application = await find(visit);
        const { name } = application;
        return applicationShell({
          title: `Settings of ${name}`,
          visit,
          application,
          children: (
            <>
              <section aria-labelledby="rename">
                <h2 id="rename">Name</h2>
                <FormView visit={visit} name="rename" submit="Rename it">
                  <Field label="Name">
                    <input name="name" required value={typed(visit, 'rename', 'name', name)} />
                  </Field>
                </FormView>
              </section>
              <section aria-labelledby="delete">
                <h2 id="delete">Delete it</h2>
                <p>
                  For good, with its keys and webhooks. Type its name,{' '}
                  <strong>
                    <bdi>{name}</bdi>
                  </strong>
                  , to say that you mean it.
                </p>
                <FormView visit={visit} name="delete" submit="Delete the application" look="danger">
                  <Field label="Its name">
                    <input name="name" required autocomplete="off" value={typed(visit, 'delete', 'name')} />
                  </Field>
                </FormView>
              </section>
            </>
          ),
        });
      },
      forms: {
        async rename(visit, fields) {
          const { id } = await find(visit);
          await change(visit.context, { input: { id, name: fields.get('name') ?? '' } });
          return { to: applicationPath(id, 'settings') };
        },
        async delete(visit, fields) {
          const { id, name } = await find(visit);
          if (fields.get('name') !== name) throw invalidParameter('name', 'what you typed is not its name.');
          await end(visit.context, { input: { id } });
          return { to: '/account' };
        },
      },
    };
  },
};
