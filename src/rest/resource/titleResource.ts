import { z } from 'zod';
import { TITLE_KINDS } from '../../graph/model/vocabulary.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';

export const titleSchema = z
  .object({
    title: z.string(),
    language: z
      .string()
      .nullable()
      .meta({ description: 'BCP 47 language tag.', examples: ['ja-Latn'] }),
    kind: z.enum(TITLE_KINDS).nullable(),
  })
  .meta({ id: 'Title', description: 'A title beside the preferred one.' });

/** The fields of a title. */
export const titleFields = graphql(`
  fragment TitleFields on Title { title language kind }
`);

/** A title as anime and episodes serve it. */
export function titleResource({ title, language, kind }: ResultOf<typeof titleFields>): z.output<typeof titleSchema> {
  return { title, language, kind };
}
