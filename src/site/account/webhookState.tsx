import type { VNode } from 'preact';
import { LARGEST_BACKLOG, WEBHOOK_HOURS } from '../../graph/model/limits.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { Facts, Fault, Section, Time, timeOr } from '../design/parts.tsx';
import { Table } from '../design/table.tsx';

/** The fields of a webhook that pages show. */
export const webhookFields = graphql(`
  fragment WebhookStateFields on Webhook {
    id name url events animeIds status disabledReason needsRotation position waiting lastSuccessAt failingSince disablesAt
    revision createdAt updatedAt
    answerTimes { p50Ms p95Ms }
    hours { hour delivered retried failed answerTimes { p50Ms p95Ms } }
  }
`);

export type Webhook = ResultOf<typeof webhookFields>;

/** What shows trouble; hours are oldest first. */
type WebhookTrouble = Pick<Webhook, 'status' | 'failingSince'> & {
  readonly hours: readonly Pick<Webhook['hours'][number], 'delivered' | 'retried'>[];
};

/** The state of a webhook: a sign, which no colour replaces, and words; trouble shows before a delivery is given up. */
export function webhookState({ status, failingSince, hours }: WebhookTrouble): string {
  if (status !== 'enabled') return '✕ disabled';
  if (failingSince !== null) return '▲ failing';
  const latest = hours.at(-1);
  return latest !== undefined && latest.delivered === 0 && latest.retried > 0 ? '▲ failing, retrying' : '● enabled';
}

/** The state of a webhook, below warnings to its owner. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }): VNode {
  return (
    <>
      <Warning webhook={webhook} />
      <Facts
        facts={[
          ['State', webhookState(webhook)],
          ['Receiver', <code>{webhook.url}</code>],
          ['Events', webhook.events.join(', ')],
          ['Anime', webhook.animeIds === null ? 'all' : webhook.animeIds.join(', ')],
          ['Pending events', webhook.waiting >= LARGEST_BACKLOG ? `${LARGEST_BACKLOG} or more` : webhook.waiting],
          ['Cursor', <code>/v1/events?after={webhook.position}</code>],
          ['Last success', timeOr(webhook.lastSuccessAt, 'never')],
          ['Failing since', timeOr(webhook.failingSince, 'not failing')],
          ['Identifier', <code>{webhook.id}</code>],
          ['Created', <Time at={webhook.createdAt} />],
          ['Updated', <Time at={webhook.updatedAt} />],
        ]}
      />
    </>
  );
}

function Warning({ webhook }: { readonly webhook: Webhook }): VNode | null {
  const { disablesAt, disabledReason, needsRotation, failingSince } = webhook;
  if (disabledReason !== null) return <Fault>▲ Disabled: {disabledReason}</Fault>;
  if (needsRotation) return <Fault>▲ Nothing is sent: the service has lost its secret. Create a new one below.</Fault>;
  if (disablesAt !== null) {
    return (
      <Fault>
        ▲ Every delivery has failed since {timeOr(failingSince, '')}. Unless one succeeds, the webhook is disabled at{' '}
        <Time at={disablesAt} />.
      </Fault>
    );
  }
  return null;
}

/** The results of a webhook's deliveries, by hour. */
export function WebhookHealth({ webhook: { hours, answerTimes } }: { readonly webhook: Webhook }): VNode {
  const days = WEBHOOK_HOURS / 24;
  return (
    <Section id="health" title="Deliveries by hour">
      <p>
        {answerTimes === null
          ? hours.length === 0
            ? `No deliveries in the last ${days} days.`
            : 'No first attempt was answered.'
          : `Half of the first attempts were answered within ${seconds(answerTimes.p50Ms)} (p50), 95 % within ${seconds(answerTimes.p95Ms)} (p95).`}
      </p>
      <details>
        <summary>Figures</summary>
        <Table
          none={`No deliveries in the last ${days} days.`}
          caption={`Hours of the last ${days} days with deliveries, latest first`}
          columns={['Hour', 'Delivered', 'Retrying', 'Failed', 'Answer p50', 'Answer p95']}
          rows={hours
            .toReversed()
            .map(({ hour, delivered, retried, failed, answerTimes: its }) => [
              <Time at={hour} />,
              ...[delivered, retried, failed],
              ...[its?.p50Ms, its?.p95Ms].map((ms) => (ms === undefined ? 'none' : seconds(ms))),
            ])}
        />
      </details>
    </Section>
  );
}

/** 250 is "250 ms", 2500 is "2.5 s". */
function seconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}
