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
      about: 'List the sources, the most believed first',
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
      about: 'Let a source publish without a reviewer; a new one is believed least',
      example: 'mal',
      parameters,
      operation: graphql(`
        mutation ApproveSource($input: SourceInput!) { approveSource(input: $input) { source { name approved } } }
      `),
      answer: ({ approveSource: { source } }) => ({
        json: source,
        text: `${source.name} publishes without a reviewer from now on.`,
      }),
    }),
    changing({
      name: 'revoke',
      about: "Make a source's records wait for a reviewer; what it published stays",
      example: 'mal',
      parameters,
      operation: graphql(`
        mutation RevokeSource($input: SourceInput!) { revokeSource(input: $input) { source { name approved } } }
      `),
      answer: ({ revokeSource: { source } }) => ({
        json: source,
        text: `Records of ${source.name} wait for a reviewer from now on.`,
      }),
    }),
  ],
};

function sourceName(value: string): string {
  if (SOURCE_NAME.test(value)) return value;
  throw new InvalidArgumentError('It must be lower-case letters, digits, dots, hyphens and underscores, such as mal.');
}
