import type { VNode } from 'preact';
import { invalidParameter } from '../../graph/model/errors.ts';
import { WEBHOOK_HOURS } from '../../graph/model/limits.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { Bars } from '../../html/bars.tsx';
import { Facts } from '../../html/facts.tsx';
import { Fault } from '../../html/fault.tsx';
import { Link } from '../../html/link.tsx';
import { Once } from '../../html/once.tsx';
import { Table } from '../../html/table.tsx';
import { Time } from '../../html/time.tsx';
import { timeOr } from '../../html/timeOr.tsx';
import { applicationShell, shellFields } from './applicationShell.tsx';
import { FormView, typed } from './formView.tsx';
import { applicationPath } from './paths.ts';
import { idIn, required } from './required.ts';
import { webhookState } from './states.ts';
import type { AccountPage, Visit } from './visit.ts';
import { WebhookFields, webhookInput } from './webhookForm.tsx';

const webhookOperation = graphql(
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

const operations = {
  update: graphql(`
    mutation AccountUpdateWebhook($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { id } } }
  `),
  enable: graphql(`
    mutation AccountEnableWebhook($input: WebhookInput!) { enableWebhook(input: $input) { webhook { id } } }
  `),
  disable: graphql(`
    mutation AccountDisableWebhook($input: WebhookInput!) { disableWebhook(input: $input) { webhook { id } } }
  `),
  ping: graphql(`
    mutation AccountPingWebhook($input: WebhookInput!) { pingWebhook(input: $input) { delivery { id } } }
  `),
  rotate: graphql(`
    mutation AccountRotateWebhook($input: WebhookInput!) { rotateWebhookSecret(input: $input) { secret } }
  `),
  remove: graphql(`
    mutation AccountDeleteWebhook($input: DeleteWebhookInput!) { deleteWebhook(input: $input) { id } }
  `),
};

type Webhook = NonNullable<ResultOf<typeof webhookOperation>['webhook']>;

/** A webhook: its state, its health by hour, what its owner can change. */
export const webhookPage: AccountPage = {
  path: '/account/applications/{application}/webhooks/{webhook}',
  forms: ['update', 'switch', 'ping', 'rotate', 'delete'],
  prepare: (prepare) => {
    const read = prepare(webhookOperation);
    const update = prepare(operations.update);
    const enable = prepare(operations.enable);
    const disable = prepare(operations.disable);
    const ping = prepare(operations.ping);
    const rotate = prepare(operations.rotate);
    const remove = prepare(operations.remove);
    const find = async (visit: Visit) => {
      const asked = { application: idIn(visit, 'application'), id: idIn(visit, 'webhook') };
      const { application, webhook } = await read(visit.context, asked);
      return { application: required(application), webhook: required(webhook) };
    };
    const own = (visit: Visit) => applicationPath(idIn(visit, 'application'), 'webhooks', idIn(visit, 'webhook'));
    return {
      async render(visit) {
        const { application, webhook } = await find(visit);
        return applicationShell({
          title: `Webhook ${webhook.name}`,
          visit,
          application,
          above: [[applicationPath(application.id, 'webhooks'), 'Webhooks']],
          children: (
            <>
              <Warning webhook={webhook} />
              <State webhook={webhook} />
              <p>
                <Link to={`${own(visit)}/deliveries`}>Deliveries</Link>, with what was sent and answered
              </p>
              <Health webhook={webhook} />
              <Forms visit={visit} webhook={webhook} />
            </>
          ),
        });
      },
      forms: {
        async update(visit, fields) {
          const { webhook } = await find(visit);
          const seen = Number(fields.get('revision'));
          if (!Number.isInteger(seen) || seen < 0 || seen > 2 ** 31 - 1) {
            throw invalidParameter('revision', 'the one of the webhook as you have seen it is expected.');
          }
          await update(visit.context, { input: { id: webhook.id, revisions: [seen], ...webhookInput(fields) } });
          return { to: own(visit) };
        },
        async switch(visit, fields) {
          const { webhook } = await find(visit);
          const to = fields.get('status');
          if (to === 'enabled') await enable(visit.context, { input: { id: webhook.id } });
          else if (to === 'disabled') await disable(visit.context, { input: { id: webhook.id } });
          else throw invalidParameter('status', 'enabled or disabled is expected.');
          return { to: own(visit) };
        },
        async ping(visit) {
          const { webhook } = await find(visit);
          const { delivery } = (await ping(visit.context, { input: { id: webhook.id } })).pingWebhook;
          return { to: `${own(visit)}/deliveries/${delivery.id}` };
        },
        async rotate(visit) {
          const { webhook } = await find(visit);
          const { secret } = (await rotate(visit.context, { input: { id: webhook.id } })).rotateWebhookSecret;
          return {
            notice: (
              <Once title="The new secret" secret={secret}>
                <p>Every attempt from now on is signed with it; one that is under way may still carry the old one.</p>
              </Once>
            ),
          };
        },
        async delete(visit, fields) {
          const { application, webhook } = await find(visit);
          if (fields.get('name') !== webhook.name) throw invalidParameter('name', 'what you typed is not its name.');
          await remove(visit.context, { input: { id: webhook.id } });
          return { to: applicationPath(application.id, 'webhooks') };
        },
      },
    };
  },
};

/** What its owner must know at once. */
function Warning({ webhook }: { readonly webhook: Webhook }): VNode | null {
  const { disablesAt, disabledReason, needsRotation, failingSince } = webhook;
  if (disabledReason !== null) return <Fault>▲ It was disabled: {disabledReason}</Fault>;
  if (needsRotation) return <Fault>▲ Nothing is sent: the service has lost its secret. Make a new one below.</Fault>;
  if (disablesAt !== null) {
    return (
      <Fault>
        ▲ Every delivery has failed since {timeOr(failingSince, '')}. Unless one succeeds, the webhook is disabled at{' '}
        <Time at={new Date(disablesAt)} />.
      </Fault>
    );
  }
  return null;
}

function State({ webhook }: { readonly webhook: Webhook }): VNode {
  return (
    <Facts
      facts={[
        ['State', webhookState(webhook)],
        ['Receiver', <code key="url">{webhook.url}</code>],
        ['Events', webhook.events.join(', ')],
        ['Anime', webhook.animeIds === null ? 'all' : webhook.animeIds.join(', ')],
        ['Deliveries that wait', webhook.waiting],
        ['Last success', timeOr(webhook.lastSuccessAt, 'never')],
        ['Failing for good since', timeOr(webhook.failingSince, 'no delivery was given up since the last success')],
        ['Identifier', <code key="id">{webhook.id}</code>],
        ['Created', <Time key="created" at={new Date(webhook.createdAt)} />],
        ['Changed', <Time key="updated" at={new Date(webhook.updatedAt)} />],
      ]}
    />
  );
}

function Health({ webhook: { hours, answerTimes } }: { readonly webhook: Webhook }): VNode {
  const days = WEBHOOK_HOURS / 24;
  return (
    <section aria-labelledby="health">
      <h2 id="health">Attempts by hour</h2>
      {hours.length === 0 ? (
        <p>No attempt in the last {days} days.</p>
      ) : (
        <>
          <p>
            {answerTimes === null
              ? 'The receiver has answered none of the first attempts.'
              : `Half of the first attempts were answered in less than ${seconds(answerTimes.p50Ms)} (p50), 95 % in less than ${seconds(answerTimes.p95Ms)} (p95).`}
          </p>
          <Bars
            label={`Attempts in an hour of the last ${days} days with any, oldest first`}
            parts={['delivered', 'to be retried', 'failed']}
            bars={hours.map(({ hour, delivered, retried, failed }) => ({
              label: hour,
              counts: [delivered, retried, failed],
            }))}
          />
          <details>
            <summary>The figures</summary>
            <Table
              caption="Hours with attempts, the latest first"
              columns={['Hour', 'Delivered', 'To be retried', 'Failed', 'Answer p50', 'Answer p95']}
              rows={hours.toReversed().map(({ hour, delivered, retried, failed, answerTimes }) => ({
                key: hour,
                cells: [
                  <Time key="hour" at={new Date(hour)} />,
                  ...[delivered, retried, failed],
                  answerTimes === null ? 'none' : `< ${seconds(answerTimes.p50Ms)}`,
                  answerTimes === null ? 'none' : `< ${seconds(answerTimes.p95Ms)}`,
                ],
              }))}
            />
          </details>
        </>
      )}
    </section>
  );
}

/** 250 is "250 ms", 2500 is "2.5 s". */
function seconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}

function Forms({ visit, webhook }: { readonly visit: Visit; readonly webhook: Webhook }): VNode {
  const isOn = webhook.status === 'enabled';
  return (
    <>
      <section aria-labelledby="test">
        <h2 id="test">Test it</h2>
        <p>A ping is sent at once; the next page shows what came of it.</p>
        <FormView visit={visit} name="ping" submit="Send a ping" />
      </section>
      <section aria-labelledby="update">
        <h2 id="update">Change it</h2>
        <FormView visit={visit} name="update" submit="Save the webhook">
          <input type="hidden" name="revision" value={webhook.revision} />
          <WebhookFields visit={visit} form="update" webhook={webhook} />
        </FormView>
      </section>
      <section aria-labelledby="switch">
        <h2 id="switch">Switch it on or off</h2>
        <p>
          Disabled it is sent nothing, and what waits is cancelled. Enabled it is sent what is published from then on.
        </p>
        <FormView visit={visit} name="switch" submit={isOn ? 'Disable it' : 'Enable it'}>
          <input type="hidden" name="status" value={isOn ? 'disabled' : 'enabled'} />
        </FormView>
      </section>
      <section aria-labelledby="rotate">
        <h2 id="rotate">Replace its secret</h2>
        <p>
          Let the receiver take both secrets, make the new one here, give it to the receiver, then drop the old one: a
          401 of the receiver is final.
        </p>
        <FormView visit={visit} name="rotate" submit="Make a new secret" />
      </section>
      <section aria-labelledby="delete">
        <h2 id="delete">Delete it</h2>
        <p>
          For good; what waits is cancelled. Type its name,{' '}
          <strong>
            <bdi>{webhook.name}</bdi>
          </strong>
          , to say that you mean it.
        </p>
        <FormView visit={visit} name="delete" submit="Delete the webhook">
          <label class="field">
            Its name <input name="name" required autocomplete="off" value={typed(visit, 'delete', 'name')} />
          </label>
        </FormView>
      </section>
    </>
  );
}
