import type { VNode } from 'preact';
import { LARGEST_BACKLOG } from '../../graph/model/limits.ts';
import { Facts } from '../design/facts.tsx';
import { Fault } from '../design/fault.tsx';
import { Time } from '../design/time.tsx';
import { timeOr } from '../design/timeOr.tsx';
import { webhookState } from './states.ts';
import type { Webhook } from './webhookOperation.ts';

/** The state of a webhook, below warnings to its owner. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }): VNode {
  return (
    <>
      <Warning webhook={webhook} />
      <Facts
        facts={[
          ['State', webhookState(webhook)],
          ['Receiver', <code key="url">{webhook.url}</code>],
          ['Events', webhook.events.join(', ')],
          ['Anime', webhook.animeIds === null ? 'all' : webhook.animeIds.join(', ')],
          ['Events to read', webhook.waiting >= LARGEST_BACKLOG ? `${LARGEST_BACKLOG} or more` : webhook.waiting],
          ['They stand at', <code key="log">/v1/events?after={webhook.position}</code>],
          ['Last success', timeOr(webhook.lastSuccessAt, 'never')],
          ['Failing since', timeOr(webhook.failingSince, 'not failing')],
          ['Identifier', <code key="id">{webhook.id}</code>],
          ['Created', <Time key="created" at={new Date(webhook.createdAt)} />],
          ['Changed', <Time key="updated" at={new Date(webhook.updatedAt)} />],
        ]}
      />
    </>
  );
}

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
