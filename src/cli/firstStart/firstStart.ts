import type { TadaDocumentNode } from 'gql.tada';
import type { GraphQLSchema } from 'graphql';
import type { SampleData } from '../../configuration/configuration.ts';
import type { Database } from '../../database/database.ts';
import { createContext, type GraphPorts } from '../../graph/schema/context.ts';
import { GraphFailure, type PreparedOperation, prepare } from '../../graph/schema/execution.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { GraphClient } from '../client/graphClient.ts';
import { CommandFailure } from '../failures.ts';
import { importBatch } from '../import/importBatch.ts';
import { formatCount } from '../terminal/formatNumbers.ts';
import { printNote } from '../terminal/output.ts';
import { type FirstStartResult, fillEmptyDatabase } from './fillEmptyDatabase.ts';

/** The graph of the process that starts. */
export interface StartingGraph {
  readonly schema: GraphQLSchema;
  readonly ports: GraphPorts;
  readonly logger: Logger;
}

/** A database that this start has just filled. */
export interface FilledDatabase {
  /** A message for the operator: what was imported, and requests to try. */
  readonly nextSteps: (publicUrl: string | null, hasHome: boolean) => string;
}

/**
 * Fills an empty database; null when there was nothing to do. A failure is logged and does not stop the start.
 * @param stop ends it after the batch in flight
 */
export async function firstStart(
  { schema, ports, logger }: StartingGraph,
  sampleData: SampleData,
  stop: AbortSignal,
): Promise<FilledDatabase | null> {
  const { database, now } = ports;
  try {
    const graph = inProcessGraph(schema, ports, { actor: 'first start', logger });
    const send = async (records: readonly object[]) => {
      const input = { records: [...records], review: false, dryRun: false };
      return (await graph.run(importBatch, { input })).importCatalog;
    };
    const result = await fillEmptyDatabase({ database, now, importBatch: send, stop }, sampleData);
    if (result === null) return null;
    const example = await exampleAnime(database);
    return { nextSteps: (...service) => nextSteps(result, example, ...service) };
  } catch (error) {
    logger.error({ err: error }, 'the empty database could not be filled');
    const reason = error instanceof CommandFailure ? error.message : 'the log says why';
    await printNote(`catalog: the empty database could not be filled (${reason}); the next start continues.`);
    return null;
  }
}

/** A well-known anime if there is one, else any. */
async function exampleAnime(database: Database): Promise<string | null> {
  const known = await database.client.anime.findFirst({ where: { title: '進撃の巨人' }, select: { id: true } });
  return (known ?? (await database.client.anime.findFirst({ select: { id: true } })))?.id ?? null;
}

const ANIME_OFFLINE_DATABASE =
  'https://github.com/manami-project/anime-offline-database/releases/latest/download/anime-offline-database.jsonl.zst';

/**
 * The message after a finished first import: its counts, and three requests that return data.
 * @param example id of an anime
 * @param publicUrl null when this process serves no public requests
 * @param hasHome whether it serves `/`
 */
function nextSteps(
  { catalogue, season }: FirstStartResult,
  example: string | null,
  publicUrl: string | null,
  hasHome: boolean,
): string {
  const lines = [
    `The catalogue is ready: ${formatCount(catalogue.created + catalogue.updated + catalogue.unchanged)} anime.`,
  ];
  if (catalogue.proposed > 0) {
    lines.push(`${formatCount(catalogue.proposed)} possible duplicates await review: bin/catalog review list`);
  }
  if (season !== null) {
    lines.push(
      'A fictional season ("Sample: …") is in it, so that releases, schedules and premieres answer something;',
    );
    lines.push('with SAMPLE_DATA=catalogue a first start leaves it out.');
  }
  lines.push(
    'bangumi-data has no pictures, genres, studios and episodes. The first three come from',
    'anime-offline-database (ODbL 1.0):',
    `  bin/catalog import ${ANIME_OFFLINE_DATABASE} --format anime-offline-database`,
  );
  if (publicUrl === null) return lines.join('\n');
  const requests = [
    `${publicUrl}/v1/anime?year=2013&season=spring&format=tv`,
    ...(example === null ? [] : [`${publicUrl}/v1/anime/${example}`]),
    season === null ? `${publicUrl}/v1/anime?sort=updated.desc&limit=3` : `${publicUrl}/v1/episodes/releases`,
  ];
  return [
    ...lines,
    'Try:',
    ...requests.map((url) => `  curl '${url}'`),
    hasHome ? `and open ${publicUrl}/ in a browser` : `and read ${publicUrl}/v1/reference`,
  ].join('\n');
}

/**
 * The graph of this process, asked as a service's is over HTTP, and failing as that does. Every input names all of its
 * members: compiled operations know no defaults.
 * @param actor recorded with what it changes
 */
function inProcessGraph(
  schema: GraphQLSchema,
  ports: GraphPorts,
  { actor, logger }: { readonly actor: string; readonly logger: Logger },
): Pick<GraphClient, 'run'> {
  const prepared = new Map<object, unknown>();
  return {
    async run<Result, Variables extends object>(document: TadaDocumentNode<Result, Variables>, variables: Variables) {
      const known = prepared.get(document) as PreparedOperation<Result, Variables> | undefined;
      const run = known ?? prepare(schema, document);
      prepared.set(document, run);
      try {
        return await run(createContext(ports, { kind: 'tool', actor }), variables);
      } catch (error) {
        throw error instanceof GraphFailure ? commandFailure(error, logger) : error;
      }
    },
  };
}

/** The server's code and message, by which an import decides whether to try again; internal errors are in the log. */
function commandFailure(failure: GraphFailure, logger: Logger): CommandFailure {
  const { code, errors, cause, message } = failure;
  if (code === 'internal_error') logger.error({ err: cause }, 'an operation of an import failed');
  return new CommandFailure(code, errors[0]?.message ?? message, { cause });
}
