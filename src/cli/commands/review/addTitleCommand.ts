import { Command, Option } from 'commander';
import { TITLE_KINDS, type TitleKind } from '../../../graph/model/vocabulary.ts';
import { graphql } from '../../../graph/schema/operation.ts';
import { jsonOption } from '../../arguments/jsonOption.ts';
import { uuidArgument } from '../../arguments/uuidArgument.ts';
import { connect } from '../../client/connect.ts';
import { printJson, printLine } from '../../terminal/output.ts';
import { decisionChangeText } from './decisionChangeText.ts';
import { type DecisionOptions, decisionInput, withDecisionOptions } from './decisionOptions.ts';

const addTitle = graphql(`
  mutation AddTitle($input: AddTitleInput!) {
    addTitle(input: $input) {
      anime {
        id
        title
      }
      events
    }
  }
`);

interface AddTitleOptions extends DecisionOptions {
  readonly language?: string;
  readonly kind: TitleKind;
}

/** `catalog review add-title ANIME TITLE` */
export function reviewAddTitleCommand(): Command {
  return withDecisionOptions(
    new Command('add-title')
      .description('Add a title that no source states, such as the short form that people search for')
      .argument('<anime>', 'the anime', uuidArgument)
      .argument('<title>', 'the title')
      .addOption(new Option('--language <tag>', 'a BCP 47 language tag such as ja-Latn'))
      .addOption(new Option('--kind <kind>', 'what it is to the work').choices(TITLE_KINDS).default('synonym')),
  )
    .addOption(jsonOption())
    .action(async (anime: string, title: string, options: AddTitleOptions) => {
      const language = options.language === undefined ? {} : { language: options.language };
      const input = { anime, title, kind: options.kind, ...language, ...decisionInput(options) };
      const { addTitle: done } = await (await connect(options.reviewer)).run(addTitle, { input });
      return options.json ? printJson(done) : printLine(`Added${decisionChangeText(done)}`);
    });
}
