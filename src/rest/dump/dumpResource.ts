import { z } from 'zod';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { instantSchema } from '../resource/fieldSchemas.ts';

export const dumpFields = graphql(`
  fragment DumpFields on Dump @_unmask { date madeAt position anime episodes size digest }
`);

export type DumpFacts = ResultOf<typeof dumpFields>;

/** The path of a day's dump. */
export const dumpPath = '/v1/dump/{date}.ndjson.gz';

/** Its bytes. */
export const dumpFile = {
  description: 'The file.',
  schema: z.string().meta({ override: { type: 'string', format: 'binary' } }),
  mediaType: 'application/gzip',
} as const;

/** The facts about a dump, without its bytes. */
export const dumpSchema = z
  .object({
    date: z.iso.date().meta({ description: 'The UTC day that it is named for.' }),
    location: z.string().meta({ description: 'Where its bytes are.', format: 'uri-reference' }),
    madeAt: instantSchema.meta({ description: 'The instant of its snapshot.' }),
    position: z
      .int()
      .min(0)
      .meta({ format: 'int64', description: 'Of the last event in it: `GET /v1/events?after=` continues from there.' }),
    anime: z.int().min(0),
    episodes: z.int().min(0),
    size: z.int().min(0).meta({ description: 'In bytes.' }),
    sha256: z.string().meta({ description: 'SHA-256 of the bytes, base64url.' }),
  })
  .meta({
    id: 'Dump',
    description: 'A dump of the whole catalogue.',
  });

export function dumpResource({ digest, position, ...dump }: DumpFacts): z.output<typeof dumpSchema> {
  const { date } = dump;
  return { ...dump, location: dumpPath.replace('{date}', date), position: Number(position), sha256: digest };
}
