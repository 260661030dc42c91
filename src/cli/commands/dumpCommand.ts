import { open, rename, rm } from 'node:fs/promises';
import { Command } from 'commander';
import { graphql } from '../../graph/schema/operation.ts';
import { answering } from '../answer.ts';
import { connect, type GraphClient } from '../client/graphClient.ts';
import { CommandFailure, UsageError } from '../failures.ts';
import { formatCount } from '../terminal/formatNumbers.ts';

const makeDump = graphql(`
  mutation MakeDump {
    makeDump { dump { date madeAt position anime episodes size digest } }
  }
`);

const readChunk = graphql(`
  query ReadDumpChunk($date: Date!, $number: Int!) { dumpChunk(date: $date, number: $number) }
`);

/** `catalog dump FILE` */
export function dumpCommand(): Command {
  const command = new Command('dump')
    .description("Write the catalogue's dump of this UTC day to a file; where there is none yet, it is made first")
    .argument('<file>', 'the file to write, such as catalog.ndjson.gz');
  return answering(command, async (file: string) => {
    const dump = await writeDump(await connect(), file);
    const { date, anime, episodes, size, position } = dump;
    const text = `${file}: the dump of ${date}, ${formatCount(anime)} anime and ${formatCount(episodes)} episodes in ${formatCount(size)} bytes, to position ${position} of the log.`;
    return { json: { file, ...dump }, text };
  });
}

/** Beside the file until it is whole, so that one which stands there stays when this breaks off. */
async function writeDump(client: GraphClient, path: string) {
  const part = `${path}.part`;
  const file = await open(part, 'w').catch((error: Error) => {
    throw new UsageError(`cannot write ${part}: ${error.message}`);
  });
  try {
    const { dump } = (await client.run(makeDump, {})).makeDump;
    for (let [number, written] = [0, 0]; written < dump.size; number += 1) {
      const { dumpChunk } = await client.run(readChunk, { date: dump.date, number });
      if (dumpChunk === null)
        throw new CommandFailure('not_found', `the dump of ${dump.date} was removed while it was downloaded`);
      written += (await file.write(Buffer.from(String(dumpChunk), 'base64'))).bytesWritten;
    }
    await file.close();
    await rename(part, path);
    return dump;
  } catch (error) {
    await file.close();
    await rm(part, { force: true });
    throw error;
  }
}
