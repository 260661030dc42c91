import { z } from 'zod';
import { YEARS } from '../../graph/model/limits.ts';
import { ANIME_FORMATS, SEARCH_MATCHES, SEARCH_WISHES } from '../../graph/model/vocabulary.ts';
import { animeSchema } from '../anime/animeResource.ts';

const position = z.int().min(0).max(2147483647);
const number = z.int().min(0).max(99).nullable();

const matchedTitleSchema = z
  .object({
    title: z.string().meta({ examples: ['Attack on Titan'] }),
    language: z
      .string()
      .nullable()
      .meta({ description: 'BCP 47 language tag; null when unknown.', examples: ['en'] }),
    ranges: z
      .array(
        z
          .object({ start: position, end: position })
          .meta({ id: 'TextRange', description: 'Characters of a text in code points; `end` is not included.' }),
      )
      .meta({ description: 'What of the title matches `q`, ascending and apart.' }),
  })
  .meta({
    id: 'MatchedTitle',
    description:
      'The title by which an anime is found. Where only its series has the name, or letters alone led to it, `ranges` may be empty.',
  });

/** A hit: the anime, and why it is one. */
export const hitSchema = animeSchema
  .extend({ matchedTitle: matchedTitleSchema })
  .meta({ id: 'AnimeSearchHit', description: 'An anime, and the title by which it is found.' });

export const interpretationSchema = z
  .object({
    year: z.int().min(YEARS.from).max(YEARS.to).nullable(),
    season: number.meta({ description: 'A number that is spelled as a season: `s2`, `second season`, `第2期`.' }),
    number: number.meta({ description: 'A number at the end, which may be a season or belong to the name.' }),
    part: number.meta({ description: 'The number of a part or cour.' }),
    format: z.enum(ANIME_FORMATS).nullable(),
    episode: position.nullable().meta({ description: 'The number of an episode, which names no work and is dropped.' }),
    isFinal: z.boolean().meta({ description: 'Whether the final season is asked for.' }),
    matchedBy: z.enum(SEARCH_MATCHES).nullable().meta({
      description:
        'What of `q` led to the first hit of the page, null without one: all `words`; all of them, some `corrected`; a `part` of them; the name of its `series`; `letters` alone, such as initials. After `part` and `letters` it may be another work than the one meant.',
    }),
    corrected: z
      .array(
        z
          .object({ typed: z.string(), meant: z.string() })
          .meta({ id: 'SearchCorrection', description: 'A word of `q`, and as the title has it.' }),
      )
      .meta({ description: 'What the first hit of the page has with other letters.' }),
    leftOut: z.array(z.string()).meta({
      description:
        'Words that the first hit of the page was found without and that none of its titles has, hints aside.',
      examples: [['netflix']],
    }),
    unmet: z.array(z.enum(SEARCH_WISHES)).meta({
      description: 'Hints that are not true of the first hit of the page.',
      examples: [['season']],
    }),
  })
  .meta({
    id: 'SearchInterpretation',
    description:
      'How `q` was understood: hints read in it, which lift what they fit and exclude nothing, and how far the first hit of the page differs from it.',
  });
