import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { shellFields } from './applicationShell.tsx';

/** The query of a webhook's page. */
export const webhookOperation = graphql(
  `
    query AccountWebhook($application: UUID!, $id: UUID!) {
      application(id: $application) { ...ApplicationShellFields }
      webhook(applicationId: $application, id: $id) {
        id name url events animeIds status disabledReason needsRotation waiting lastSuccessAt failingSince disablesAt
        revision createdAt updatedAt
        answerTimes { p50Ms p95Ms }
        hours { hour delivered retried failed answerTimes { p50Ms p95Ms } }
      }
    }
  `,
  [shellFields],
);

export type Webhook = NonNullable<ResultOf<typeof webhookOperation>['webhook']>;
