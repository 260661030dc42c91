import { graphql } from '../../graph/schema/operation.ts';
import { connect, type GraphClient } from '../client/graphClient.ts';
import { argument, flag } from '../command/parameters.ts';
import { working } from '../command/row.ts';
import { CommandFailure } from '../failures.ts';
import { formatCount } from '../terminal/formatNumbers.ts';
import { writeWhole } from '../writeWhole.ts';

const makeDump = graphql(`
  mutation MakeDump($fresh: Boolean!) {
    makeDump(fresh: $fresh) { dump { date madeAt position anime episodes size digest } content }
  }
`);

const readHead = graphql(`
  query ReadHead { events(first: 0) { position } }
`);

const readChunk = graphql(`
  query ReadDumpChunk($date: Date!, $number: Int!) { dumpChunk(date: $date, number: $number) }
`);

/** `catalog dump FILE` */
export const dump = working({
  name: 'dump',
  about: "Write the catalogue's dump of this UTC day to a file; where there is none yet, it is made first",
  example: 'catalogue.ndjson.gz',
  parameters: {
    file: argument('<file>', 'the file to write, such as catalog.ndjson.gz'),
    fresh: flag('--fresh', 'write the catalogue of now, not that of the dump of the day'),
  },
  async run({ file, fresh }) {
    const client = await connect();
    const dump = await writeDump(client, file, fresh === true);
    // Null to a log that cannot be read at once: the dump is there all the same.
    const head = (await client.run(readHead, {})).events?.position ?? null;
    const { madeAt, anime, episodes, size, position } = dump;
    const text = `${file}: the catalogue of ${madeAt}, ${formatCount(anime)} anime and ${formatCount(episodes)} episodes in ${formatCount(size)} bytes, to position ${position} of the log.`;
    const isOld = head !== null && head !== position;
    const note = `The log is at ${head} now: catalog dump --fresh writes the catalogue of now.`;
    return { json: { file, ...dump, head }, text, ...(isOld && { note }) };
  },
});

async function writeDump(client: GraphClient, path: string, fresh: boolean) {
  return await writeWhole(path, async (write) => {
    const { dump, content } = (await client.run(makeDump, { fresh })).makeDump;
    if (content !== null) {
      await write(Buffer.from(String(content), 'base64'));
      return dump;
    }
    for (let [number, written] = [0, 0]; written < dump.size; number += 1) {
      const { dumpChunk } = await client.run(readChunk, { date: dump.date, number });
      if (dumpChunk === null)
        throw new CommandFailure('not_found', `the dump of ${dump.date} was removed while it was downloaded`);
      const bytes = Buffer.from(String(dumpChunk), 'base64');
      await write(bytes);
      written += bytes.length;
    }
    return dump;
  });
}
