/** The limits of docs/contract.md#limits and docs/decisions.md; parameters, records and checks read them. */

/** Years of an anime, both included. */
export const YEARS = { from: 1900, to: 2200 } as const;

/** The largest page of a list, and the most ids of a bulk read. */
export const LARGEST_PAGE = 100;

/** The default page size of a list. */
export const STANDARD_PAGE = 25;

/** The largest and default page size of a search. */
export const SEARCH_PAGE = { largest: 50, standard: 20 } as const;

/** The most suggestions for a half-typed title. */
export const MOST_SUGGESTIONS = 10;

/** The longest search text, in code points as sent. */
export const LONGEST_QUERY = 200;

/** Records of one import batch: a larger one would hold the publication lock for too long. */
export const LARGEST_BATCH = 1000;

/**
 * The largest number of an episode, a decimal of two places. The column holds up to 99,999.99; the numbers in between
 * serve renumbering, in which no two episodes may share a number even for a moment.
 */
export const LARGEST_EPISODE_NUMBER = 89_999.99;

/** Names of sources and sites. */
export const SOURCE_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Characters of a title: PostgreSQL's index on it limits a row to 2,704 bytes. */
export const LONGEST_TITLE = 600;

/** Characters of the name of a genre or studio. */
export const LONGEST_TERM = 200;

/** Webhooks of an application. */
export const LARGEST_WEBHOOKS = 10;

/** Characters of a webhook's name. */
export const LONGEST_WEBHOOK_NAME = 100;

/** Attempts of a delivery per cycle, and how often a failed one can be retried by hand. */
export const DELIVERY_ATTEMPTS = 8;
export const MANUAL_CYCLES = 3;

/**
 * A webhook of which every delivery fails: after some hours its owner is warned, later the service disables it if
 * enough deliveries have failed.
 */
export const FAILING_WEBHOOK = { warnedAfterHours: 24, disabledAfterHours: 5 * 24, failures: 10 } as const;

/** Hours of which a webhook's deliveries are counted: seven days. */
export const WEBHOOK_HOURS = 7 * 24;

/** Events that a webhook has yet to read are counted up to this. */
export const LARGEST_BACKLOG = 1_000;

/** Failing webhooks that tools are shown. */
export const LARGEST_FAILING = 20;

/** Anime of a webhook's list. */
export const LARGEST_ANIME_LIST = 100;

/** Pings and other tests of a webhook within a minute. */
export const LARGEST_TESTS = 10;

/** Lifetime of an access token that is made here, in seconds: a minute to 12 hours. */
export const TOKEN_SECONDS = { shortest: 60, longest: 12 * 60 * 60 } as const;

/** Access tokens that a person may have at once. */
export const LARGEST_TOKENS = 100;

/** Applications of one owner. */
export const LARGEST_APPLICATIONS = 20;

/** Genres or studios of a filter: each genre is a further condition. */
export const MOST_TERMS = 10;

/** Relations that a record may state, and those of an anime that are shown. */
export const MOST_RELATIONS = { stated: 1_000, shown: 100 } as const;

/** Bytes of a chunk in which a dump is stored; its last one may have fewer. */
export const DUMP_CHUNK_BYTES = 256 * 1024;
