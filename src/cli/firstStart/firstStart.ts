import type { GraphQLSchema } from 'graphql';
import type { SampleData } from '../../configuration/configuration.ts';
import type { Database } from '../../database/database.ts';
import type { GraphPorts } from '../../graph/schema/context.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { CommandFailure } from '../failure/commandFailure.ts';
import { printNote } from '../terminal/output.ts';
import { fillEmptyDatabase } from './fillEmptyDatabase.ts';
import { inProcessImport } from './inProcessImport.ts';
import { nextSteps } from './nextSteps.ts';

/** The graph of the process that starts. */
export interface StartingGraph {
  readonly schema: GraphQLSchema;
  readonly ports: GraphPorts;
  readonly logger: Logger;
}

/** A database that this start has filled. */
export interface FilledDatabase {
  /** What to tell the operator: what there is now, and what to try. */
  readonly nextSteps: (publicUrl: string | null) => string;
}

/**
 * Fills an empty database; null when there was nothing to do. A failure is told, and stops no start.
 * @param stop ends it after the batch in flight
 */
export async function firstStart(
  { schema, ports, logger }: StartingGraph,
  sampleData: SampleData,
  stop: AbortSignal,
): Promise<FilledDatabase | null> {
  const { database, now } = ports;
  try {
    const importBatch = inProcessImport(schema, ports);
    const result = await fillEmptyDatabase({ database, now, importBatch, stop }, sampleData);
    if (result === null) return null;
    const example = await exampleAnime(database);
    return { nextSteps: (publicUrl) => nextSteps(result, example, publicUrl) };
  } catch (error) {
    logger.error({ err: error }, 'the empty database could not be filled');
    const reason = error instanceof CommandFailure ? error.message : 'the log says why';
    await printNote(`catalog: the empty database could not be filled (${reason}); the next start goes on.`);
    return null;
  }
}

/** An anime that many know, else any. */
async function exampleAnime(database: Database): Promise<string | null> {
  const known = await database.client.anime.findFirst({ where: { title: '進撃の巨人' }, select: { id: true } });
  return (known ?? (await database.client.anime.findFirst({ select: { id: true } })))?.id ?? null;
}
