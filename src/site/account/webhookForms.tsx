import type { VNode } from 'preact';
import { FormView, typed } from '../forms/formView.tsx';
import type { Visit } from '../forms/visit.ts';
import { WebhookFields } from './webhookForm.tsx';
import type { Webhook } from './webhookOperation.ts';

/** The forms by which an owner changes a webhook. */
export function WebhookForms({ visit, webhook }: { readonly visit: Visit; readonly webhook: Webhook }): VNode {
  const isOn = webhook.status === 'enabled';
  return (
    <>
      <section aria-labelledby="test">
        <h2 id="test">Test it</h2>
        <p>A ping is sent at once; the next page shows what came of it.</p>
        <FormView visit={visit} name="ping" submit="Send a ping" look="quiet" />
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
        <p>Disabling stops deliveries and cancels pending ones. Enabling sends what is published from then on.</p>
        <FormView
          visit={visit}
          name="switch"
          submit={isOn ? 'Disable it' : 'Enable it'}
          look={isOn ? 'danger' : 'quiet'}
        >
          <input type="hidden" name="status" value={isOn ? 'disabled' : 'enabled'} />
        </FormView>
      </section>
      <section aria-labelledby="rotate">
        <h2 id="rotate">Replace its secret</h2>
        <p>
          Let the receiver take both secrets, make the new one here, give it to the receiver, then drop the old one: a
          401 of the receiver is final.
        </p>
        <FormView visit={visit} name="rotate" submit="Make a new secret" look="danger" />
      </section>
      <section aria-labelledby="delete">
        <h2 id="delete">Delete it</h2>
        <p>
          This cannot be undone; pending deliveries are cancelled. Type its name,{' '}
          <strong>
            <bdi>{webhook.name}</bdi>
          </strong>
          , to say that you mean it.
        </p>
        <FormView visit={visit} name="delete" submit="Delete the webhook" look="danger">
          <label class="field">
            Its name <input name="name" required autocomplete="off" value={typed(visit, 'delete', 'name')} />
          </label>
        </FormView>
      </section>
    </>
  );
}
