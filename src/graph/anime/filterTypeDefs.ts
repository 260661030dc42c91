import { MOST_TERMS, YEARS } from '../model/limits.ts';

export const animeFilterTypeDefs = /* GraphQL */ `
  "Dates from one to another, both included. Either can be left out."
  input DateRange {
    "The first date."
    from: Date
    "The last date."
    to: Date
  }

  "Numbers from one to another, both included. Either can be left out."
  input CountRange {
    "The least number."
    from: Int
    "The greatest number."
    to: Int
  }

  "Filters combine with AND. An empty list filters nothing; a range filters out what is unknown."
  input AnimeFilter {
    "${YEARS.from}–${YEARS.to}."
    year: Int
    "Of one of these broadcast seasons."
    season: [Season!]
    "Of one of these formats."
    format: [AnimeFormat!]
    "Of one of these statuses."
    status: [AnimeStatus!]
    "Of all these genres, by canonical slug, at most ${MOST_TERMS}; an unknown one is an error."
    genre: [String!]
    "Of one of these studios, by canonical slug, at most ${MOST_TERMS}; an unknown one is an error."
    studio: [String!]
    "One of these: for adults, not for adults, or null for unknown."
    isAdult: [Boolean]
    "Started in this range."
    startDate: DateRange
    "The number of episodes of the work."
    episodes: CountRange
    "Airing, with a broadcast on one of these weekdays in its own time zone."
    airing: [Weekday!]
  }
`;
