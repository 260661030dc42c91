import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { shellFields } from './applicationShell.tsx';

/** The fields of a webhook that pages show. */
export const webhookFields = graphql(`
  fragment WebhookFields on Webhook {
    id name url events animeIds status disabledReason needsRotation position waiting lastSuccessAt failingSince disablesAt
    revision createdAt updatedAt
    answerTimes { p50Ms p95Ms }
    hours { hour delivered retried failed answerTimes { p50Ms p95Ms } }
  }
`);

/** The query of a webhook's page. */
export const webhookOperation = graphql(
  `
    query AccountWebhook($application: UUID!, $id: UUID!) {
      application(id: $application) { ...ApplicationShellFields }
      webhook(applicationId: $application, id: $id) { ...WebhookFields }
    }
  `,
  [shellFields, webhookFields],
);

export type Webhook = ResultOf<typeof webhookFields>;
