import { Command, Option } from 'commander';
import { graphql } from '../../../graph/schema/operation.ts';
import { answering } from '../../answer.ts';
import { connect } from '../../client/graphClient.ts';
import { reviewerName } from './decision.ts';

const openDesk = graphql(`
  mutation OpenDesk($input: OpenDeskInput!) {
    openDesk(input: $input) { path reviewer expiresAt }
  }
`);

/** `catalog review open` */
export function reviewOpenCommand(): Command {
  return answering(
    new Command('open')
      .description('Print a link that opens the desk in a browser, once, within a minute')
      .addOption(
        new Option('--reviewer <name>', 'the reviewer (default: the user of this computer)').argParser(reviewerName),
      ),
    async ({ reviewer }: { readonly reviewer?: string }) => {
      const client = await connect(reviewer);
      const { openDesk: opened } = await client.run(openDesk, { input: {} });
      const url = client.origin + opened.path;
      return {
        json: { url, reviewer: opened.reviewer, expiresAt: opened.expiresAt },
        text: url,
        note: `It lets ${opened.reviewer} in, once, until ${opened.expiresAt}: tell it to nobody.`,
      };
    },
  );
}
