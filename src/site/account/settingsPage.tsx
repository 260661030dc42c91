import { graphql } from '../../graph/schema/operation.ts';
import { Field } from '../design/field.tsx';
import { FormView, typed } from '../forms/formView.tsx';
import { idIn, type PersonalPage, required, type Visit } from '../forms/visit.ts';
import { applicationPath } from './accountShell.tsx';
import { applicationShell, shellFields } from './applicationShell.tsx';
import { assertNamed, DeleteByName } from './deleteByName.tsx';

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
export const settingsPage: PersonalPage = {
  path: '/account/applications/{application}/settings',
  async render(visit) {
    const application = await find(visit);
    const { name } = application;
    return applicationShell(
      { title: `Settings of ${name}`, visit, application },
      <section aria-labelledby="rename">
        <h2 id="rename">Name</h2>
        <FormView visit={visit} name="rename" submit="Rename it">
          <Field label="Name">
            <input name="name" required value={typed(visit, 'rename', 'name', name)} />
          </Field>
        </FormView>
      </section>,
      <DeleteByName visit={visit} name={name} what="application">
        This cannot be undone; its keys and webhooks end with it.
      </DeleteByName>,
    );
  },
  forms: {
    async rename(visit, fields) {
      const { id } = await find(visit);
      await visit.ask(update, { input: { id, name: fields.get('name') ?? '' } });
      return { to: applicationPath(id, 'settings') };
    },
    async delete(visit, fields) {
      const { id, name } = await find(visit);
      assertNamed(fields, name);
      await visit.ask(remove, { input: { id } });
      return { to: '/account' };
    },
  },
};

async function find(visit: Visit) {
  return required((await visit.ask(settings, { id: idIn(visit, 'application') })).application);
}
