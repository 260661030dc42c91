import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import pg from 'pg';
import { targetOf } from '../../../src/graph/webhook/receiverUrl.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { type Certificate, createAuthority, type TestAuthority } from '../../support/tls/certificates.ts';
import { type Receiver, type Reply, startReceiver } from '../../support/tls/startReceiver.ts';
import { startTestDispatcher, subscribe, type TestDispatcher, testWebhookPorts } from '../../support/webhooks.ts';

export interface Scene {
  /** Of the test that runs. */
  readonly catalog: TestCatalog;
  /** The certificate of the receivers' authority. */
  readonly ca: string;
  receive(reply?: Reply): Promise<Receiver>;
  /** A receiver and a webhook to it. */
  subscribed(reply?: Reply): Promise<Receiver>;
  dispatch(
    receivers: readonly Receiver[],
    options?: Omit<Partial<Parameters<typeof startTestDispatcher>[1]>, 'exempt' | 'ca'>,
  ): TestDispatcher;
  /** Until the lock is released no attempt can be written. @returns how to release it; the test's end does, too */
  lockLog(): Promise<() => Promise<unknown>>;
}

export const urlOf = ({ port }: Receiver) => `https://localhost:${port}/hook`;

export const targetsOf = (receivers: readonly Receiver[]) => receivers.map(({ port }) => targetOf('localhost', port));

/** A catalogue, receivers and dispatchers, fresh for each test of the block in which it is called and closed behind it, the last first. */
export function openScene(): Scene {
  let authority: TestAuthority;
  let certificate: Certificate;
  let catalog: TestCatalog;
  const closers: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    authority = await createAuthority();
    certificate = await authority.issue(['localhost']);
  });
  beforeEach(async () => {
    catalog = await openTestCatalog();
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
    await catalog.close();
  });
  afterAll(() => authority.remove());

  const receive = async (reply?: Reply) => {
    const receiver = await startReceiver(certificate, reply);
    closers.push(() => receiver.close());
    return receiver;
  };
  return {
    get catalog() {
      return catalog;
    },
    get ca() {
      return authority.cert;
    },
    receive,
    subscribed: async (reply) => {
      const receiver = await receive(reply);
      await subscribe(catalog, testWebhookPorts(targetsOf([receiver])), [urlOf(receiver)]);
      return receiver;
    },
    dispatch: (receivers, options = {}) => {
      const exempt = new Set(targetsOf(receivers));
      const started = startTestDispatcher(catalog, { exempt, ca: authority.cert, ...options });
      closers.push(() => started.close());
      return started;
    },
    lockLog: async () => {
      const client = new pg.Client({ connectionString: catalog.url });
      await client.connect();
      closers.push(() => client.end());
      await client.query('BEGIN; LOCK TABLE delivery IN EXCLUSIVE MODE');
      return () => client.query('COMMIT');
    },
  };
}
