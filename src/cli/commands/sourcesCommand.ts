import { Command, InvalidArgumentError } from 'commander';
import { SOURCE_NAME } from '../../graph/model/limits.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { jsonOption } from '../arguments/jsonOption.ts';
import { connect } from '../client/connect.ts';
import { formatTable } from '../terminal/formatTable.ts';
import { printJson, printText } from '../terminal/output.ts';

const listSources = graphql(`
  query ListSources {
    sources {
      name
      approved
      recordCount
      createdAt
    }
  }
`);

const approveSource = graphql(`
  mutation ApproveSource($input: SourceInput!) {
    approveSource(input: $input) {
      source {
        name
        approved
      }
    }
  }
`);

const revokeSource = graphql(`
  mutation RevokeSource($input: SourceInput!) {
    revokeSource(input: $input) {
      source {
        name
        approved
      }
    }
  }
`);

interface SourceOptions {
  readonly json?: true;
}

/** `catalog sources list|approve|revoke` */
export function sourcesCommand(): Command {
  return new Command('sources')
    .description('Say which sources may publish without a reviewer')
    .addCommand(
      new Command('list')
        .description('List the sources, the most believed first')
        .addOption(jsonOption())
        .action(async ({ json }: SourceOptions) => {
          const { sources } = await (await connect()).run(listSources, {});
          if (json) return printJson({ items: sources });
          const rows = sources.map(({ name, approved, recordCount }) => [
            name,
            approved ? 'approved' : 'reviewed',
            String(recordCount),
          ]);
          return printText(formatTable(['SOURCE', 'IMPORTS ARE', 'RECORDS'], rows));
        }),
    )
    .addCommand(
      new Command('approve')
        .description('Let a source publish without a reviewer; a new one is believed least')
        .argument('<name>', 'the source, e.g. mal', sourceName)
        .addOption(jsonOption())
        .action(async (name: string, { json }: SourceOptions) => {
          const { source } = (await (await connect()).run(approveSource, { input: { name } })).approveSource;
          return json ? printJson(source) : printText(`${source.name} publishes without a reviewer from now on.`);
        }),
    )
    .addCommand(
      new Command('revoke')
        .description("Make a source's records wait for a reviewer; what it published stays")
        .argument('<name>', 'the source, e.g. mal', sourceName)
        .addOption(jsonOption())
        .action(async (name: string, { json }: SourceOptions) => {
          const { source } = (await (await connect()).run(revokeSource, { input: { name } })).revokeSource;
          return json ? printJson(source) : printText(`Records of ${source.name} wait for a reviewer from now on.`);
        }),
    );
}

function sourceName(value: string): string {
  if (SOURCE_NAME.test(value)) return value;
  throw new InvalidArgumentError('It must be lower-case letters, digits, dots, hyphens and underscores, such as mal.');
}
