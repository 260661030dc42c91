import { Command, InvalidArgumentError } from 'commander';
import { SOURCE_NAME } from '../../graph/model/limits.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { answering, listAnswer } from '../answer.ts';
import { ask } from '../client/graphClient.ts';

const listSources = graphql(`
  query ListSources {
    sources { name approved recordCount createdAt }
  }
`);

const approveSource = graphql(`
  mutation ApproveSource($input: SourceInput!) {
    approveSource(input: $input) {
      source { name approved }
    }
  }
`);

const revokeSource = graphql(`
  mutation RevokeSource($input: SourceInput!) {
    revokeSource(input: $input) {
      source { name approved }
    }
  }
`);

/** `catalog sources list|approve|revoke` */
export function sourcesCommand(): Command {
  return new Command('sources')
    .description('Choose the sources that publish without review')
    .addCommand(
      answering(new Command('list').description('List the sources, the most believed first'), async () =>
        listAnswer((await ask(listSources, {})).sources, [
          ['SOURCE', ({ name }) => name],
          ['IMPORTS ARE', ({ approved }) => (approved ? 'approved' : 'reviewed')],
          ['RECORDS', ({ recordCount }) => String(recordCount)],
        ]),
      ),
    )
    .addCommand(
      answering(
        ofSource('approve', 'Let a source publish without a reviewer; a new one is believed least'),
        async (name: string) => {
          const { source } = (await ask(approveSource, { input: { name } })).approveSource;
          return { json: source, text: `${source.name} publishes without a reviewer from now on.` };
        },
      ),
    )
    .addCommand(
      answering(
        ofSource('revoke', "Make a source's records wait for a reviewer; what it published stays"),
        async (name: string) => {
          const { source } = (await ask(revokeSource, { input: { name } })).revokeSource;
          return { json: source, text: `Records of ${source.name} wait for a reviewer from now on.` };
        },
      ),
    );
}

function ofSource(command: string, description: string): Command {
  return new Command(command).description(description).argument('<name>', 'the source, e.g. mal', sourceName);
}

function sourceName(value: string): string {
  if (SOURCE_NAME.test(value)) return value;
  throw new InvalidArgumentError('It must be lower-case letters, digits, dots, hyphens and underscores, such as mal.');
}
