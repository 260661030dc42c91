import { graphql } from '../../graph/schema/operation.ts';
import { connect, type GraphClient } from '../client/graphClient.ts';
import { argument } from '../command/parameters.ts';
import { working } from '../command/row.ts';
import { CommandFailure } from '../failures.ts';
import { formatCount } from '../terminal/formatNumbers.ts';
import { writeWhole } from '../writeWhole.ts';

const makeDump = graphql(`
  mutation MakeDump {
    makeDump { dump { date madeAt position anime episodes size digest } }
  }
`);

const readChunk = graphql(`
  query ReadDumpChunk($date: Date!, $number: Int!) { dumpChunk(date: $date, number: $number) }
`);

/** `catalog dump FILE` */
export const dump = working({
  name: 'dump',
  about: "Write the catalogue's dump of this UTC day to a file; where there is none yet, it is made first",
  example: 'catalogue.ndjson.gz',
  parameters: { file: argument('<file>', 'the file to write, such as catalog.ndjson.gz') },
  async run({ file }) {
    const dump = await writeDump(await connect(), file);
    const { date, anime, episodes, size, position } = dump;
    const text = `${file}: the dump of ${date}, ${formatCount(anime)} anime and ${formatCount(episodes)} episodes in ${formatCount(size)} bytes, to position ${position} of the log.`;
    return { json: { file, ...dump }, text };
  },
});

async function writeDump(client: GraphClient, path: string) {
  return await writeWhole(path, async (write) => {
    const { dump } = (await client.run(makeDump, {})).makeDump;
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
