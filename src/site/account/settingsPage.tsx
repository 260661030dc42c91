import { graphql } from '../../graph/schema/operation.ts';
import { Input } from '../design/fields.tsx';
import { Section } from '../design/parts.tsx';
import { FormView } from '../forms/formView.tsx';
import { idIn, type PersonalPage, required, type Visit } from '../forms/visit.ts';
import { applicationShell, assertNamed, DeleteByName } from './accountShell.tsx';
import { overview } from './overviewPage.tsx';

const update = graphql(`
  mutation AccountUpdateApplication($input: UpdateApplicationInput!) {
    updateApplication(input: $input) { application { id } }
  }
`);

const remove = graphql(`
  mutation AccountDeleteApplication($input: ApplicationInput!) { deleteApplication(input: $input) { id } }
`);

/** An application's name and deletion. */
export const settingsPage: PersonalPage = {
  path: '/account/applications/{application}/settings',
  async render(visit) {
    const application = await find(visit);
    const { name } = application;
    return applicationShell(
      { title: `Settings of ${name}`, visit, application },
      <Section id="rename" title="Name">
        <FormView name="rename" submit="Rename it">
          <Input label="Name" name="name" required stored={name} />
        </FormView>
      </Section>,
      <DeleteByName name={name} what="application">
        This cannot be undone; its keys and webhooks end with it.
      </DeleteByName>,
    );
  },
  forms: {
    async rename(visit, fields) {
      const { id } = await find(visit);
      await visit.ask(update, { input: { id, name: fields.get('name') ?? '' } });
      return { to: visit.path };
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
  return required((await visit.ask(overview, { id: idIn(visit, 'application') })).application);
}
