import type { OutgoingHttpHeaders } from 'node:http';
import { createApplication } from '../../../src/graph/application/createApplication.ts';
import { createWebhook } from '../../../src/graph/webhook/createWebhook.ts';
import { targetOf } from '../../../src/graph/webhook/receiverUrl.ts';
import { RemoteIssuer } from '../../../src/identity/token/remoteIssuer.ts';
import { TokenVerifier } from '../../../src/identity/token/tokenVerifier.ts';
import { openIssuer } from '../../identity/token/openIssuer.ts';
import { createAuthority } from '../../support/tls/certificates.ts';
import { type Receiver, startReceiver } from '../../support/tls/startReceiver.ts';
import { startTestDispatcher, type TestDispatcher, testWebhookPorts } from '../../support/webhooks.ts';
import { openRestApi, type RestApi } from '../support/openRestApi.ts';
import type { HttpAnswer } from '../support/sendRequest.ts';

/** The public interface as the owner of an application uses it. */
export interface OwnersApi {
  readonly api: RestApi;
  /** An access token of this person, with the scopes. */
  token(sub: string, scope?: string): Promise<string>;
  /** @returns the path of the webhooks of a new application of this person's */
  apply(owner?: string): Promise<string>;
  /** With the owner's access token, unless the headers hold another. */
  send(method: string, target: string, headers?: OutgoingHttpHeaders, body?: string): Promise<HttpAnswer>;
  /** A webhook to a receiver on this machine. @returns its id and path */
  subscribe(target: string, events?: Parameters<typeof createWebhook>[2]['events']): Promise<OwnWebhook>;
  close(): Promise<void>;
}

export interface OwnWebhook {
  readonly id: string;
  readonly path: string;
  readonly secret: string;
}

export async function openOwnersApi(): Promise<OwnersApi> {
  const issuer = await openIssuer();
  const api = await openRestApi({ tokens: new TokenVerifier(new RemoteIssuer(issuer.url), 'anime-catalog', 'own') });
  const token = (sub: string, scope = 'webhooks.read webhooks.write') => issuer.token({ sub, scope });
  const authorization = `Bearer ${await token('ann')}`;
  const createFor = (owner: string) => createApplication(api.catalog.database.client, { name: 'An app', owner });
  const { id: applicationId } = await createFor('ann');
  return {
    ...{ api, token },
    apply: async (owner = 'ann') => `/v1/developer/applications/${(await createFor(owner)).id}/webhooks`,
    send: (method, target, headers = {}, body) =>
      api.send(target, { method, headers: { authorization, ...headers }, ...(body !== undefined && { body }) }),
    subscribe: async (target, events = ['anime.created']) => {
      const input = { applicationId, name: 'Announcer', url: `https://${target}/hook`, events };
      const { webhook, secret } = await createWebhook(api.catalog.publications, testWebhookPorts([target]), input);
      return { id: webhook.id, path: `/v1/developer/applications/${applicationId}/webhooks/${webhook.id}`, secret };
    },
    close: async () => {
      await api.close();
      await issuer.close();
    },
  };
}

/** The same, beside a receiver to which a dispatcher delivers when it is started. */
export interface DeliveringApi extends OwnersApi {
  readonly receiver: Receiver;
  /** `host:port` of the receiver. */
  readonly target: string;
  dispatch(): TestDispatcher;
  /** Stops the dispatcher, if there is one. */
  stop(): Promise<void>;
}

export async function openDeliveringApi(): Promise<DeliveringApi> {
  const authority = await createAuthority();
  const receiver = await startReceiver(await authority.issue(['localhost']));
  const owners = await openOwnersApi();
  const target = targetOf('localhost', receiver.port);
  let dispatcher: TestDispatcher | undefined;
  const stop = async () => {
    await dispatcher?.close();
    dispatcher = undefined;
  };
  return {
    ...{ ...owners, receiver, target, stop },
    dispatch: () => {
      dispatcher = startTestDispatcher(owners.api.catalog, { exempt: new Set([target]), ca: authority.cert });
      return dispatcher;
    },
    close: async () => {
      await stop();
      await owners.close();
      await receiver.close();
      await authority.remove();
    },
  };
}
