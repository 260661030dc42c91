import { Command, Option } from 'commander';
import { TITLE_KINDS, type TitleKind } from '../../../graph/model/vocabulary.ts';
import { graphql } from '../../../graph/schema/operation.ts';
import { answering } from '../../answer.ts';
import { idArgument } from '../../arguments.ts';
import { ask } from '../../client/graphClient.ts';
import { type DecisionOptions, decisionInput, decisionText, withDecisionOptions } from './decision.ts';

const addTitle = graphql(`
  mutation AddTitle($input: AddTitleInput!) {
    addTitle(input: $input) {
      anime { id title }
      events
    }
  }
`);

const removeTitle = graphql(`
  mutation RemoveTitle($input: RemoveTitleInput!) {
    removeTitle(input: $input) {
      anime { id title }
      events
    }
  }
`);

interface TitleOptions extends DecisionOptions {
  readonly language?: string;
}

/** `catalog review add-title ANIME TITLE` */
export function reviewAddTitleCommand(): Command {
  return answering(
    withDecisionOptions(
      new Command('add-title')
        .description('Add a title that no source states, such as the short form that people search for')
        .argument('<anime>', 'the anime', idArgument('anime'))
        .argument('<title>', 'the title')
        .addOption(new Option('--language <tag>', 'a BCP 47 language tag such as ja-Latn'))
        .addOption(new Option('--kind <kind>', 'the relation to the work').choices(TITLE_KINDS).default('synonym')),
    ),
    async (anime: string, title: string, options: TitleOptions & { readonly kind: TitleKind }) => {
      const input = { anime, title, kind: options.kind, ...language(options), ...decisionInput(options) };
      const { addTitle: json } = await ask(addTitle, { input }, options.reviewer);
      return { json, text: decisionText('Added', json) };
    },
  );
}

/** `catalog review remove-title ANIME TITLE` */
export function reviewRemoveTitleCommand(): Command {
  return answering(
    withDecisionOptions(
      new Command('remove-title')
        .description('Remove a title that a reviewer added; titles of sources stay')
        .argument('<anime>', 'the anime', idArgument('anime'))
        .argument('<title>', 'the title as it was added')
        .addOption(new Option('--language <tag>', 'only in this language')),
    ),
    async (anime: string, title: string, options: TitleOptions) => {
      const input = { anime, title, ...language(options), ...decisionInput(options) };
      const { removeTitle: json } = await ask(removeTitle, { input }, options.reviewer);
      return { json, text: decisionText('Removed', json) };
    },
  );
}

function language({ language }: TitleOptions): { language?: string } {
  return language === undefined ? {} : { language };
}
