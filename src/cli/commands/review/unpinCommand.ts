import { Command, Option } from 'commander';
import { graphql } from '../../../graph/schema/operation.ts';
import { jsonOption } from '../../arguments/jsonOption.ts';
import { uuidArgument } from '../../arguments/uuidArgument.ts';
import { connect } from '../../client/connect.ts';
import { printJson, printLine } from '../../terminal/output.ts';
import { decisionChangeText } from './decisionChangeText.ts';
import { type DecisionOptions, decisionInput, withDecisionOptions } from './decisionOptions.ts';

const unpin = graphql(`
  mutation Unpin($input: UnpinInput!) {
    unpin(input: $input) {
      anime {
        id
        title
      }
      pins {
        field
        value
      }
      events
    }
  }
`);

interface UnpinOptions extends DecisionOptions {
  readonly field?: readonly string[];
}

/** `catalog review unpin ID` */
export function reviewUnpinCommand(): Command {
  return withDecisionOptions(
    new Command('unpin')
      .description("Lift what reviewers decided of an anime or episode: the sources' word counts again")
      .argument('<id>', 'the anime or episode', uuidArgument)
      .addOption(new Option('--field <names...>', 'these fields alone, such as year (default: all that are pinned)')),
  )
    .addOption(jsonOption())
    .addHelpText('after', '\ncatalog review pins ID lists what is pinned.')
    .action(async (id: string, options: UnpinOptions) => {
      const fields = options.field === undefined ? {} : { fields: [...options.field] };
      const input = { id, ...fields, ...decisionInput(options) };
      const { unpin: done } = await (await connect(options.reviewer)).run(unpin, { input });
      return options.json ? printJson(done) : printLine(`Unpinned${decisionChangeText(done)}`);
    });
}
