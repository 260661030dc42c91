import { InvalidArgumentError } from 'commander';
import { SOURCE_NAME } from '../../graph/model/limits.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { argument } from '../command/parameters.ts';
import { changing, listing, type Noun } from '../command/row.ts';

const parameters = { name: argument('<name>', 'the source, e.g. mal', sourceName) };

/** `catalog sources …` */
export const sources: Noun = {
  name: 'sources',
  about: 'Choose the sources that publish without review',
  commands: [
    listing({
      name: 'list',
      about: 'List the sources, highest priority first',
      example: '',
      operation: graphql(`
        query ListSources { sources { name approved recordCount createdAt } }
      `),
      variables: () => ({}),
      items: ({ sources }) => sources,
      columns: [
        ['SOURCE', ({ name }) => name],
        ['IMPORTS ARE', ({ approved }) => (approved ? 'approved' : 'reviewed')],
        ['RECORDS', ({ recordCount }) => String(recordCount)],
      ],
    }),
    changing({
      name: 'approve',
      about: 'Let a source publish without review; a new one has the lowest priority',
      example: 'mal',
      parameters,
      operation: graphql(`
        mutation ApproveSource($input: SourceInput!) { approveSource(input: $input) { source { name approved } } }
      `),
      answer: ({ approveSource: { source } }) => ({
        json: source,
        text: `${source.name} publishes without review from now on.`,
      }),
    }),
    changing({
      name: 'revoke',
      about: "Send a source's records to review; what it published stays",
      example: 'mal',
      parameters,
      operation: graphql(`
        mutation RevokeSource($input: SourceInput!) { revokeSource(input: $input) { source { name approved } } }
      `),
      answer: ({ revokeSource: { source } }) => ({
        json: source,
        text: `Records of ${source.name} go to review from now on.`,
      }),
    }),
  ],
};

function sourceName(value: string): string {
  if (SOURCE_NAME.test(value)) return value;
  throw new InvalidArgumentError('It must be lower-case letters, digits, dots, hyphens and underscores, such as mal.');
}
