import { graphql } from '../../graph/schema/operation.ts';
import { Link } from '../design/link.tsx';
import { Facts, Time } from '../design/parts.tsx';
import { idIn, type PersonalPage, required } from '../forms/visit.ts';
import { applicationPath, applicationShell, shellFields } from './accountShell.tsx';
import { isWorking } from './keysPage.tsx';

export const overview = graphql(
  `
    query AccountApplication($id: UUID!) {
      application(id: $id) {
        ...ApplicationShellFields
        createdAt
        keys { revokedAt expiresAt }
        quota { limit remaining windowSeconds }
      }
    }
  `,
  [shellFields],
);

/** An application: its keys and webhooks, and the state of its quota. */
export const overviewPage: PersonalPage = {
  path: '/account/applications/{application}',
  async render(visit) {
    const application = required((await visit.ask(overview, { id: idIn(visit, 'application') })).application);
    const { id, name, keys, quota, suspendedReason, createdAt } = application;
    const working = keys.filter((key) => isWorking(key, visit.now)).length;
    const calls =
      quota && `${quota.remaining} of ${quota.limit} calls left in this window of ${quota.windowSeconds} seconds`;
    return applicationShell(
      { title: name, visit, application },
      <Facts
        facts={[
          ['State', suspendedReason === null ? '● works' : '▲ suspended'],
          [
            'Keys',
            <Link to={applicationPath(id, 'keys')}>
              {working === 0 ? 'none that works: make one' : `${working} working`}
            </Link>,
          ],
          ['Quota', calls ?? 'unknown'],
          ['Identifier', <code>{id}</code>],
          ['Created', <Time at={createdAt} />],
        ]}
      />,
      <p>
        See <Link to="/docs/callers">Authentication</Link> for keys, tokens and quotas.
      </p>,
    );
  },
};
