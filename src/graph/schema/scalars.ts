/** What the custom scalars mean, by name. */
export const scalarDescriptions = {
  UUID: 'A canonical identifier: an RFC 9562 UUID, read in any case, written in lower case.',
  Date: 'A calendar date, yyyy-MM-dd.',
  DateTime: 'An instant: RFC 3339 in UTC with Z and milliseconds, e.g. 2013-04-06T16:58:00.000Z.',
  EpisodeNumber: 'A number of at most two decimal places, e.g. the episode number 6.5.',
  CatalogRecord: 'One line of the catalog import format: a JSON object of type anime or episode.',
} as const;

const scalars = Object.entries(scalarDescriptions).map(([name, description]) => `"${description}"\nscalar ${name}`);

export const scalarTypeDefs = /* GraphQL */ `
  ${scalars.join('\n')}

  "Where a page lies in its connection (Relay cursor connections)."
  type PageInfo {
    "Whether a further page exists."
    hasNextPage: Boolean!
    "Opaque cursor of the last node on this page; null on an empty page."
    endCursor: String
  }
`;
