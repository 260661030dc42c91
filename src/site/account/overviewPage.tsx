import { graphql } from '../../graph/schema/operation.ts';
import { Facts } from '../design/facts.tsx';
import { Link } from '../design/link.tsx';
import { Time } from '../design/time.tsx';
import { idIn, required } from '../forms/required.ts';
import type { AccountPage } from '../forms/visit.ts';
import { applicationShell, shellFields } from './applicationShell.tsx';
import { isWorking } from './keyState.ts';
import { applicationPath } from './paths.ts';

const overview = graphql(
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
export const overviewPage: AccountPage = {
  path: '/account/applications/{application}',
  forms: [],
  prepare: (prepare) => {
    const read = prepare(overview);
    return {
      forms: {},
      async render(visit) {
        const application = required((await read(visit.context, { id: idIn(visit, 'application') })).application);
        const { keys, quota, restReason } = application;
        const working = keys.filter((key) => isWorking(key, visit.context.now())).length;
        return applicationShell({
          title: application.name,
          visit,
          application,
          children: (
            <>
              <Facts
                facts={[
                  ['State', restReason === null ? '● works' : '▲ rests'],
                  [
                    'Keys',
                    <Link key="keys" to={applicationPath(application.id, 'keys')}>
                      {working === 0 ? 'none that works: make one' : `${working} working`}
                    </Link>,
                  ],
                  [
                    'Quota',
                    quota === null
                      ? 'unknown'
                      : `${quota.remaining} of ${quota.limit} calls left in this window of ${quota.windowSeconds} seconds`,
                  ],
                  ['Identifier', <code key="id">{application.id}</code>],
                  ['Created', <Time key="created" at={new Date(application.createdAt)} />],
                ]}
              />
              <p>
                See <Link to="/docs/callers">Authentication</Link> for keys, tokens and quotas.
              </p>
            </>
          ),
        });
      },
    };
  },
};
