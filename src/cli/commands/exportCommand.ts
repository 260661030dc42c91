import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Command } from 'commander';
import { graphql } from '../../graph/schema/operation.ts';
import { answering } from '../answer.ts';
import { connect, type GraphClient } from '../client/graphClient.ts';
import { exportedPages } from '../exportedPages.ts';
import { CommandFailure } from '../failures.ts';
import { formatCount } from '../terminal/formatNumbers.ts';
import { writeWhole } from '../writeWhole.ts';

const readState = graphql(`query ReadRecordsState { recordsState sources { name recordCount } }`);

/** The sources that publish in a new catalogue (prisma/migrations). */
const APPROVED_AT_FIRST = ['mal', 'anilist', 'anidb', 'bangumi-data', 'anime-offline-database', 'sample'];

/** How often an export starts again because the catalogue changed during it. */
const ATTEMPTS = 3;

/** `catalog export FILE` */
export function exportCommand(): Command {
  const command = new Command('export')
    .description('Write what the sources have stated to a file that catalog import reads')
    .argument('<file>', 'the file to write: NDJSON, compressed when its name ends with .gz');
  return answering(command, async (file: string) => {
    const { anime, episodes, sources } = await writeExport(await connect(), file);
    const unapproved = sources.filter((name) => !APPROVED_AT_FIRST.includes(name));
    return {
      json: { file, anime, episodes, sources },
      text: `${file}: ${formatCount(anime)} records of anime and ${formatCount(episodes)} of episodes.`,
      ...(unapproved.length > 0 && {
        note: `A new catalogue sends some of these to review, unless its sources are approved before: ${unapproved.join(', ')}.`,
      }),
    };
  });
}

async function writeExport(client: GraphClient, file: string) {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { recordsState: before, sources } = await client.run(readState, {});
    const names = sources.filter(({ recordCount }) => recordCount > 0).map(({ name }) => name);
    const counts = { anime: 0, episodes: 0 };
    const isOneState = await writeWhole(file, async (write) => {
      const writing = async (pieces: AsyncIterable<string | Buffer>) => {
        for await (const piece of pieces) await write(Buffer.from(piece));
      };
      const lines = exportedPages(client, names, counts);
      await (file.endsWith('.gz') ? pipeline(lines, createGzip(), writing) : pipeline(lines, writing));
      return (await client.run(readState, {})).recordsState === before;
    });
    if (isOneState) return { ...counts, sources: names };
  }
  throw new CommandFailure('conflict', 'the catalogue keeps changing: export it when its import has ended');
}
