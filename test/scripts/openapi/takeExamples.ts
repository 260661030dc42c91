import type { AnswerExample } from '../../../scripts/openapi/answerExamples.ts';
import { createApplication } from '../../../src/graph/application/createApplication.ts';
import { createWebhook } from '../../../src/graph/webhook/createWebhook.ts';
import { targetOf } from '../../../src/graph/webhook/receiverUrl.ts';
import { RemoteIssuer } from '../../../src/identity/token/remoteIssuer.ts';
import { TokenVerifier } from '../../../src/identity/token/tokenVerifier.ts';
import { openIssuer } from '../../identity/token/openIssuer.ts';
import { openSampleApi, type SampleApi } from '../../rest/support/openSampleApi.ts';
import { createAuthority } from '../../support/tls/certificates.ts';
import { startReceiver } from '../../support/tls/startReceiver.ts';
import { until } from '../../support/until.ts';
import { startTestDispatcher, testWebhookPorts } from '../../support/webhooks.ts';

type Answered = { readonly id: string };

/** Sends a request whose answer is an example of an operation, and adds it. @throws where it does not succeed */
type Take = <Body = Answered>(
  operation: string,
  name: string,
  target: string,
  request?: { readonly method?: string; readonly body?: object },
) => Promise<Body>;

const UNKNOWN_ID = '0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e70';

/** Asks a service over the sample records for an answer of each operation. @returns them by operation, as they came */
export async function takeExamples(): Promise<Record<string, AnswerExample[]>> {
  const issuer = await openIssuer();
  const api = await openSampleApi({ tokens: new TokenVerifier(new RemoteIssuer(issuer.url), 'anime-catalog', 'own') });
  try {
    const authorization = `Bearer ${await issuer.token({ scope: 'webhooks.read webhooks.write' })}`;
    const examples: Record<string, AnswerExample[]> = {};
    const take: Take = async (operation, name, target, { method = 'GET', body } = {}) => {
      const isOwners = target.startsWith('/v1/developer/');
      const answer = await api.send(target, {
        method,
        headers: { ...(isOwners && { authorization }), 'If-Match': '*', 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (answer.status >= 400) throw new Error(`${method} ${target}: ${answer.status} ${answer.body}`);
      if (answer.body.length === 0) return undefined as never;
      const { status } = answer;
      examples[operation] = [
        ...(examples[operation] ?? []),
        { name, status, request: `${method} ${target}`, body: answer.json() },
      ];
      return answer.json();
    };
    await takeReads(api, take);
    await takeWebhooks(api, take);
    return examples;
  } finally {
    await api.close();
    await issuer.close();
  }
}

async function takeReads({ animeId, episodeId }: SampleApi, take: Take): Promise<void> {
  await take('GetPlatformInfo', 'platform', '/v1');
  await take('SearchAnime', 'hits', '/v1/search?q=shingeki&limit=1');
  await take('SuggestAnime', 'suggestions', '/v1/search/suggestions?q=shingeki');
  await take('ListAnime', 'page', '/v1/anime?year=2013&format=tv&limit=1');
  await take('ListAnime', 'lookup', '/v1/anime?externalId=anilist:16498,mal:99999999');
  await take('ListAnime', 'changes', '/v1/anime?updatedSince=2024-02-29T00:00:00Z&limit=1');
  await take('ListAnimePremieres', 'premieres', '/v1/anime/premieres?limit=1');
  await take('GetAnime', 'anime', `/v1/anime/${animeId}`);
  await take('GetAnime', 'included', `/v1/anime/${animeId}?include=nextEpisode,lastReleased`);
  await take('ListGenres', 'genres', '/v1/genres?limit=2');
  await take('GetGenre', 'genre', '/v1/genres/slice-of-life');
  await take('ListStudios', 'studios', '/v1/studios?limit=2');
  await take('GetStudio', 'studio', '/v1/studios/wit-studio');
  await take('ListAnimeEpisodes', 'episodes', `/v1/anime/${animeId}/episodes?limit=2`);
  await take('ListEpisodes', 'lookup', `/v1/episodes?ids=${episodeId},${UNKNOWN_ID}`);
  await take('ListEpisodes', 'changes', '/v1/episodes?updatedSince=2024-02-29T00:00:00Z&limit=1');
  await take('ListEpisodeReleases', 'releases', '/v1/episodes/releases?limit=1');
  await take('ListEpisodeReleases', 'included', '/v1/episodes/releases?limit=1&include=anime');
  await take('GetEpisode', 'episode', `/v1/episodes/${episodeId}`);
  await take('ListSchedules', 'plans', '/v1/schedules?limit=1');
  await take('ListEvents', 'events', '/v1/events?limit=1');
  await take('GetLatestDump', 'dump', '/v1/dump');
}

async function takeWebhooks(api: SampleApi, take: Take): Promise<void> {
  const { database, publications } = api.catalog;
  const application = await createApplication(database.client, { name: 'An app', owner: 'ann' });
  const all = `/v1/developer/applications/${application.id}/webhooks`;
  const body = { name: 'Release announcer', url: 'https://hooks.example.org/anime', events: ['episode.released'] };
  const { id } = await take('CreateWebhook', 'webhook', all, { method: 'POST', body });
  const webhook = `${all}/${id}`;
  await take('ListWebhooks', 'webhooks', all);
  await take('GetWebhook', 'webhook', webhook);
  await take('UpdateWebhook', 'webhook', webhook, { method: 'PATCH', body: { animeIds: [api.animeId] } });
  for (const [operation, action] of [
    ['DisableWebhook', 'disable'],
    ['EnableWebhook', 'enable'],
    ['RotateWebhookSecret', 'rotate-secret'],
    ['PingWebhook', 'ping'],
    ['TestWebhook', 'test?kind=episode.released'],
  ] as const) {
    await take(operation, action.split('?')[0] ?? action, `${webhook}/${action}`, { method: 'POST' });
  }
  await take('DeleteWebhook', 'none', webhook, { method: 'DELETE' });

  const authority = await createAuthority();
  const receiver = await startReceiver(await authority.issue(['localhost']), (_request, response) =>
    response.writeHead(404).end('There is no such hook.'),
  );
  try {
    const target = targetOf('localhost', receiver.port);
    const input = { applicationId: application.id, name: 'Announcer', url: `https://${target}/hook` };
    const made = await createWebhook(publications, testWebhookPorts([target]), {
      ...input,
      events: ['episode.released'],
    });
    const deliveries = `${all}/${made.webhook.id}/deliveries`;
    const released = (number: number) => ({
      ...{ type: 'episode', source: 'mal', sourceId: `2/${number}`, anime: { source: 'mal', sourceId: '2' }, number },
      ...{ status: 'released', releasedAt: '2024-02-29T11:00:00Z' },
    });
    await api.catalog.import([released(2), released(3)]);
    const dispatcher = startTestDispatcher(api.catalog, { exempt: new Set([target]), ca: authority.cert });
    const failed = () => database.client.delivery.count({ where: { status: 'failed' } });
    await until(async () => (await failed()) === 2, 20_000).finally(dispatcher.close);
    const { items } = await take<{ items: [Answered, Answered] }>('ListDeliveries', 'failed', `${deliveries}?limit=2`);
    await take('GetDelivery', 'failed', `${deliveries}/${items[0].id}`);
    await take('RetryDelivery', 'retried', `${deliveries}/${items[0].id}/retry`, { method: 'POST' });
    const since = '2024-02-29T00:00:00Z';
    await take('RetryFailedDeliveries', 'retried', `${deliveries}/retry?since=${since}`, { method: 'POST' });
  } finally {
    await receiver.close();
    await authority.remove();
  }
}
