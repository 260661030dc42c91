import type { VNode } from 'preact';
import { MANUAL_CYCLES } from '../../graph/model/limits.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { CodeBlock, Facts, Section, Time, timeOr, Waiting } from '../design/parts.tsx';
import { Table } from '../design/table.tsx';
import { FormView } from '../forms/formView.tsx';
import { idIn, type PersonalPage, required } from '../forms/visit.ts';
import { applicationPath, applicationShell, shellFields } from './accountShell.tsx';
import { causeOf, deliveryState } from './deliveryTable.tsx';

const deliveryOperation = graphql(
  `
    query AccountDelivery($application: UUID!, $webhook: UUID!, $id: UUID!) {
      application(id: $application) { ...ApplicationShellFields }
      webhook(applicationId: $application, id: $webhook) {
        id name url
        delivery(id: $id) {
          id eventId kind isTest status cycle nextAttemptAt createdAt completedAt
          request { headers { name value } body }
          attempts { number cycle startedAt durationMs status error reason { code text } responseBody }
        }
      }
    }
  `,
  [shellFields],
);

const retryDelivery = graphql(`
  mutation AccountRetryDelivery($input: RetryDeliveryInput!) { retryDelivery(input: $input) { delivery { id } } }
`);

type Delivery = NonNullable<NonNullable<ResultOf<typeof deliveryOperation>['webhook']>['delivery']>;

/** A delivery: the request, the answers, the next step. */
export const deliveryPage: PersonalPage = {
  path: '/account/applications/{application}/webhooks/{webhook}/deliveries/{delivery}',
  async render(visit) {
    const ids = {
      application: idIn(visit, 'application'),
      webhook: idIn(visit, 'webhook'),
      id: idIn(visit, 'delivery'),
    };
    const found = await visit.ask(deliveryOperation, ids);
    const [application, webhook] = [required(found.application), required(found.webhook)];
    const delivery = required(webhook.delivery);
    const own = applicationPath(application.id, 'webhooks', webhook.id);
    return applicationShell(
      {
        title: `Delivery of ${delivery.kind}`,
        visit,
        application,
        above: [
          [applicationPath(application.id, 'webhooks'), 'Webhooks'],
          [own, webhook.name],
          [`${own}/deliveries`, 'Deliveries'],
        ],
      },
      <Waiting path={visit.path} isWaiting={delivery.status === 'pending'}>
        <Facts
          facts={[
            ['State', deliveryState(delivery)],
            ['Receiver', <code>{webhook.url}</code>],
            ['Event', <code>{delivery.eventId}</code>],
            ['Manual retries', `${delivery.cycle} of ${MANUAL_CYCLES}`],
            ['Created', <Time at={delivery.createdAt} />],
            ['Next attempt', timeOr(delivery.nextAttemptAt, 'none')],
            ['Completed', timeOr(delivery.completedAt, 'not yet')],
          ]}
        />
        <Attempts attempts={delivery.attempts} />
      </Waiting>,
      delivery.status === 'failed' && !delivery.isTest && (
        <Section id="retry" title="Retry">
          <FormView name="retry" submit="Retry" />
        </Section>
      ),
      <Request delivery={delivery} url={webhook.url} />,
    );
  },
  forms: {
    async retry(visit) {
      await visit.ask(retryDelivery, { input: { id: idIn(visit, 'delivery') } });
      return { to: visit.path };
    },
  },
};

function Attempts({ attempts }: Pick<Delivery, 'attempts'>): VNode {
  return (
    <Section id="attempts" title="Attempts">
      <Table
        none="No attempts yet."
        caption="Attempts, oldest first"
        columns={['Attempt', 'Started', 'Duration', 'Result']}
        rows={attempts.map(({ number, cycle, startedAt, durationMs, responseBody, ...attempt }) => [
          cycle === 0 ? number : `${number} of manual retry ${cycle}`,
          <Time at={startedAt} />,
          `${durationMs} ms`,
          <>
            <p>{causeOf(attempt)}</p>
            {responseBody ? <CodeBlock text={responseBody} label={`Answer to attempt ${number} of ${cycle}`} /> : null}
          </>,
        ])}
      />
    </Section>
  );
}

function Request({ delivery, url }: { readonly delivery: Delivery; readonly url: string }): VNode {
  const { headers, body } = delivery.request;
  return (
    <Section id="request" title="Request">
      <h3>Headers of every attempt</h3>
      <CodeBlock text={headers.map(({ name, value }) => `${name}: ${value}`).join('\n')} label="Headers" />
      <h3>The body, byte for byte</h3>
      <CodeBlock text={body} label="Body" />
      <h3>As a curl command, signed with $WEBHOOK_SECRET</h3>
      <CodeBlock text={signedCurl(url, headers, body)} label="Signed request by curl" />
    </Section>
  );
}

/** Lines for a shell that send a delivery again, signed by the reader's own $WEBHOOK_SECRET. */
export function signedCurl(url: string, headers: Delivery['request']['headers'], body: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  return [
    `body=${quoted(body)}`,
    'now=$(date +%s)',
    'signature=$(printf %s "$now.$body" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r | cut -d" " -f1)',
    `curl --globoff ${quoted(url)} \\`,
    ...headers.map(({ name, value }) => `  -H ${quoted(`${name}: ${value}`)} \\`),
    '  -H "service-attempt: 1" -H "service-timestamp: $now" -H "service-signature: v1=$signature" \\',
    '  --data-binary "$body"',
  ].join('\n');
}
