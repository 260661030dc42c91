import { graphql } from '../../graph/schema/operation.ts';
import { Input } from '../design/fields.tsx';
import { Facts, Section, Time } from '../design/parts.tsx';
import { FormView } from '../forms/formView.tsx';
import { idIn, type PersonalPage, required, type Visit } from '../forms/visit.ts';
import { applicationShell, assertNamed, DeleteByName, shellFields } from './accountShell.tsx';

const read = graphql(
  `
    query AccountApplication($id: UUID!) {
      application(id: $id) { ...ApplicationShellFields createdAt quota { limit remaining windowSeconds } }
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
  mutation AccountDeleteApplication($input: ApplicationInput!) { deleteApplication(input: $input) { id } }
`);

/** An application: the state of its quota, its name, its deletion. */
export const settingsPage: PersonalPage = {
  path: '/account/applications/{application}/settings',
  async render(visit) {
    const application = await find(visit);
    const { id, name, quota, createdAt } = application;
    return applicationShell(
      { title: `Settings of ${name}`, visit, application },
      <Facts
        facts={[
          ['Quota', quota && `${quota.remaining} of ${quota.limit} calls left in these ${quota.windowSeconds} seconds`],
          ['Identifier', <code>{id}</code>],
          ['Created', <Time at={createdAt} />],
        ]}
      />,
      <Section id="rename" title="Name">
        <FormView name="rename" submit="Rename">
          <Input label="Name" name="name" required stored={name} />
        </FormView>
      </Section>,
      <DeleteByName name={name} what="application">
        This cannot be undone; its keys and webhooks are deleted too.
      </DeleteByName>,
    );
  },
  forms: {
    async rename(visit, fields) {
      await visit.ask(update, { input: { id: idIn(visit, 'application'), name: fields.get('name') ?? '' } });
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
  return required((await visit.ask(read, { id: idIn(visit, 'application') })).application);
}
