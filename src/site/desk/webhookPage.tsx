import { graphql } from '../../graph/schema/operation.ts';
import { causeOf } from '../account/causeOf.ts';
import { deliveryState } from '../account/states.ts';
import { WebhookHealth } from '../account/webhookHealth.tsx';
import { webhookFields } from '../account/webhookOperation.ts';
import { WebhookState } from '../account/webhookState.tsx';
import { Facts } from '../design/facts.tsx';
import { Table } from '../design/table.tsx';
import { Time } from '../design/time.tsx';
import { idIn, required } from '../forms/required.ts';
import type { AccountPage } from '../forms/visit.ts';
import { deskShell } from './deskShell.tsx';

const read = graphql(
  `
    query DeskWebhook($application: UUID!, $id: UUID!, $first: Int!) {
      application(id: $application) { name owner restReason }
      webhook(applicationId: $application, id: $id) {
        ...WebhookFields
        deliveries(first: $first) {
          nodes { id kind status createdAt attempts { status error reason { code text } } }
        }
      }
    }
  `,
  [webhookFields],
);

const LATEST = 25;

/** A webhook as its owner sees it: whose it is, what is wrong with it, and what its receiver answered last. */
export const webhookPage: AccountPage = {
  path: '/review/webhooks/{application}/{webhook}',
  forms: [],
  prepare: (prepare) => {
    const ask = prepare(read);
    return {
      async render(visit) {
        const asked = { application: idIn(visit, 'application'), id: idIn(visit, 'webhook'), first: LATEST };
        const found = await ask(visit.context, asked);
        const [application, webhook] = [required(found.application), required(found.webhook)];
        return deskShell({
          title: `Webhook ${webhook.name}`,
          visit,
          children: (
            <>
              <Facts
                facts={[
                  ['Application', <bdi key="application">{application.name}</bdi>],
                  ['Owner', <bdi key="owner">{application.owner}</bdi>],
                  ...(application.restReason === null ? [] : [['It rests', application.restReason] as const]),
                ]}
              />
              <WebhookState webhook={webhook} />
              <Table
                caption="Its latest deliveries, the newest first"
                columns={['Event', 'State', 'Last attempt', 'Made', 'Delivery']}
                rows={(webhook.deliveries?.nodes ?? []).map(({ id, kind, status, createdAt, attempts }) => {
                  const last = attempts.at(-1);
                  return {
                    key: id,
                    cells: [
                      kind.replaceAll('_', '.'),
                      deliveryState(status),
                      last === undefined ? 'none yet' : causeOf(last),
                      <Time key="made" at={new Date(createdAt)} />,
                      <code key="id">{id}</code>,
                    ],
                  };
                })}
              />
              <WebhookHealth webhook={webhook} />
            </>
          ),
        });
      },
      forms: {},
    };
  },
};
