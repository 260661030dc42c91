import { Command, Option } from 'commander';
import { graphql } from '../../../graph/schema/operation.ts';
import { jsonOption } from '../../arguments/jsonOption.ts';
import { uuidArgument } from '../../arguments/uuidArgument.ts';
import { connect } from '../../client/connect.ts';
import { printJson, printLine } from '../../terminal/output.ts';
import { decisionChangeText } from './decisionChangeText.ts';
import { type DecisionOptions, decisionInput, withDecisionOptions } from './decisionOptions.ts';

const removeTitle = graphql(`
  mutation RemoveTitle($input: RemoveTitleInput!) {
    removeTitle(input: $input) {
      anime {
        id
        title
      }
      events
    }
  }
`);

interface RemoveTitleOptions extends DecisionOptions {
  readonly language?: string;
}

/** `catalog review remove-title ANIME TITLE` */
export function reviewRemoveTitleCommand(): Command {
  return withDecisionOptions(
    new Command('remove-title')
      .description('Take back a title that a reviewer added; what sources state stays')
      .argument('<anime>', 'the anime', uuidArgument)
      .argument('<title>', 'the title as it was added')
      .addOption(new Option('--language <tag>', 'the one of this language alone')),
  )
    .addOption(jsonOption())
    .action(async (anime: string, title: string, options: RemoveTitleOptions) => {
      const language = options.language === undefined ? {} : { language: options.language };
      const input = { anime, title, ...language, ...decisionInput(options) };
      const { removeTitle: done } = await (await connect(options.reviewer)).run(removeTitle, { input });
      return options.json ? printJson(done) : printLine(`Removed${decisionChangeText(done)}`);
    });
}
