import { accountTable } from '../../../src/site/account/accountPages.ts';
import type { PersonalPage } from '../../../src/site/forms/visit.ts';
import { freePort } from '../../support/freePort.ts';
import { newAnime } from '../../support/newAnime.ts';
import { openTestService, type TestService } from '../../support/openTestService.ts';
import { PASSWORD_HASH } from '../../support/password.ts';
import { until } from '../../support/until.ts';
import { Person } from './person.ts';

/** A service with people, one of whom owns one of everything that the pages show. */
export interface AccountScene {
  readonly service: TestService;
  readonly origin: string;
  readonly owner: Person;
  /** The values of the parameters in the pages' paths. */
  readonly ids: Readonly<Record<string, string>>;
  /** Every page with its path in this scene. */
  readonly pages: readonly { readonly page: PersonalPage; readonly path: string }[];
  /** Makes a person who is signed in. */
  person(name: string): Promise<Person>;
  /** Has the delivery failed for good. */
  failDelivery(): Promise<void>;
  /** What pages may change, as text. */
  stored(): Promise<string>;
  end(): Promise<void>;
}

export async function openAccountScene(environment: Readonly<Record<string, string>> = {}): Promise<AccountScene> {
  // Nobody listens there, so attempts fail at once.
  const receiver = `localhost:${await freePort()}`;
  const service = await openTestService({ WEBHOOK_ALLOW_TARGETS: receiver, ...environment });
  const origin = service.publicUrl ?? '';
  const person = async (name: string) => {
    await service.ports.database.client.user.create({ data: { name, passwordHash: PASSWORD_HASH } });
    const made = new Person(origin);
    await made.signIn(name);
    return made;
  };
  const owner = await person('ann');
  // Another browser, whose session the owner can end.
  await new Person(origin).signIn('ann');
  const made = await owner.send('/account', 'create', { name: 'Mirror' });
  const application = made.url.split('/').at(-2) ?? '';
  const shown = await owner.send(new URL(made.url).pathname, 'create', { name: 'First' });
  if (shown.status !== 200) throw new Error(`no key was made: ${shown.status} ${shown.html}`);
  await owner.send('/account/tokens', 'create', { label: 'Script' });
  const { client } = service.ports.database;
  const { id: key } = await client.apiKey.findFirstOrThrow();
  const url = `https://${receiver}/hook`;
  const webhooks = `/account/applications/${application}/webhooks`;
  await owner.send(webhooks, 'create', { name: 'Mirror', url });
  const { id: webhook } = await client.webhook.findFirstOrThrow();
  const query = 'mutation ($input: ImportCatalogInput!) { importCatalog(input: $input) { rejected } }';
  await service.ask({ query, variables: { input: { records: newAnime(1, 1) } } });
  const attempted = { where: { firstError: 'connection' } } as const;
  await until(async () => (await client.delivery.count(attempted)) > 0, 10_000);
  const { id: delivery } = await client.delivery.findFirstOrThrow(attempted);
  const failDelivery = async () => {
    const ended = { status: 'failed', completedAt: new Date(), nextAttemptAt: null } as const;
    await client.delivery.update({ where: { id: delivery }, data: ended });
  };
  await failDelivery();
  const ids = { application, key, webhook, delivery, url };
  return {
    service,
    origin,
    owner,
    ids,
    pages: accountTable.map((page) => ({ page, path: fillIn(page.path, ids) })),
    person,
    failDelivery,
    async stored() {
      const order = { orderBy: { id: 'asc' } } as const;
      const rows = [
        await client.application.findMany(order),
        (await client.apiKey.findMany(order)).map(({ lastUsedAt: _unused, ...key }) => key),
        await client.webhook.findMany(order),
        (await client.delivery.findMany(order)).map(({ id, cycle }) => [id, cycle]),
        await client.accessToken.findMany(order),
        await client.user.findMany({ where: { name: 'ann' } }),
        await client.portalSession.findMany({
          where: { subject: 'ann' },
          select: { digest: true },
          orderBy: { digest: 'asc' },
        }),
      ];
      return JSON.stringify(rows, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    },
    end: () => service.end(),
  };
}

/** A path template with values of its parameters. */
export function fillIn(template: string, ids: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(ids[name] ?? ''));
}
