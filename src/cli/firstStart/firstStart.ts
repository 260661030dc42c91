import type { GraphQLSchema } from 'graphql';
import type { SampleData } from '../../configuration/configuration.ts';
import type { GraphPorts } from '../../graph/context.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { CommandFailure } from '../commandFailure.ts';
import { printNote } from '../output.ts';
import { fillEmptyDatabase } from './fillEmptyDatabase.ts';
import { inProcessImport } from './inProcessImport.ts';
import { nextSteps } from './nextSteps.ts';

/** The graph of the process that starts. */
export interface StartingGraph {
  readonly schema: GraphQLSchema;
  readonly ports: GraphPorts;
  readonly logger: Logger;
}

/**
 * Fills an empty database before the public listener opens, so that the first answer has something in it. A failure is told and
 * stops no start.
 * @returns tells the operator what to try, once the address is known
 */
export async function firstStart(
  { schema, ports, logger }: StartingGraph,
  sampleData: SampleData,
  stop: AbortSignal,
): Promise<(publicUrl: string | null) => Promise<void>> {
  const { database, now } = ports;
  try {
    const importBatch = inProcessImport(schema, ports);
    const result = await fillEmptyDatabase({ database, now, importBatch, stop }, sampleData);
    if (result === null) return async () => {};
    return async (publicUrl) => printNote(await nextSteps(database, result, publicUrl));
  } catch (error) {
    logger.error({ err: error }, 'the empty database could not be filled');
    const reason = error instanceof CommandFailure ? error.message : 'the log says why';
    await printNote(`catalog: the empty database could not be filled (${reason}); the next start goes on.`);
    return async () => {};
  }
}
