/** A service of either kind: startCatalog, openTestService. */
interface AskedService {
  readonly internalUrl: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Asks the internal graph of a running service. @throws when it refuses, or dies meanwhile */
export async function askGraph<Data>(service: AskedService, query: string, variables: object = {}): Promise<Data> {
  const answer = await fetch(`${service.internalUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${service.environment.INTERNAL_TOKEN}` },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await answer.json()) as { data?: Data; errors?: unknown };
  if (errors !== undefined || data === undefined) throw new Error(`it was refused: ${JSON.stringify(errors)}`);
  return data;
}

/** Imports a batch. @throws when a record is rejected */
export async function importRecords(service: AskedService, records: readonly object[]): Promise<void> {
  const query = 'mutation ($input: ImportCatalogInput!) { importCatalog(input: $input) { rejected } }';
  const { importCatalog } = await askGraph<{ importCatalog: { rejected: number } }>(service, query, {
    input: { records },
  });
  if (importCatalog.rejected > 0) throw new Error(`${importCatalog.rejected} records were rejected`);
}

/** Makes an application with webhooks of `anime.created`, one a URL. */
export async function subscribeAt(
  service: AskedService,
  urls: readonly string[],
): Promise<{ readonly id: string; readonly secret: string }[]> {
  const { createApplication } = await askGraph<{ createApplication: { application: { id: string } } }>(
    service,
    'mutation ($input: CreateApplicationInput!) { createApplication(input: $input) { application { id } } }',
    { input: { name: 'a test', owner: 'ann' } },
  );
  const applicationId = createApplication.application.id;
  const made = [];
  for (const [index, url] of urls.entries()) {
    const { createWebhook } = await askGraph<{
      createWebhook: { webhook: { id: string }; secret: string };
    }>(service, 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } secret } }', {
      input: { applicationId, name: `receiver ${index}`, url, events: ['ANIME_CREATED'] },
    });
    made.push({ id: createWebhook.webhook.id, secret: createWebhook.secret });
  }
  return made;
}
