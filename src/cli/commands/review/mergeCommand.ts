import { Command, Option } from 'commander';
import { graphql } from '../../../graph/schema/operation.ts';
import { jsonOption } from '../../arguments/jsonOption.ts';
import { uuidArgument } from '../../arguments/uuidArgument.ts';
import { connect } from '../../client/connect.ts';
import { printJson, printLine } from '../../terminal/output.ts';
import { type DecisionOptions, decisionInput, withDecisionOptions } from './decisionOptions.ts';

const mergeAnime = graphql(`
  mutation MergeAnime($input: MergeAnimeInput!) {
    mergeAnime(input: $input) {
      anime {
        id
        title
      }
      episodesMoved
      events
    }
  }
`);

interface MergeOptions extends DecisionOptions {
  readonly into: string;
}

/** `catalog review merge ANIME --into ANIME` */
export function reviewMergeCommand(): Command {
  return withDecisionOptions(
    new Command('merge')
      .description('Make two anime one: episodes and ids move to the survivor, the old paths lead there')
      .argument('<anime>', 'the anime that ends', uuidArgument)
      .addOption(new Option('--into <anime>', 'the survivor').argParser(uuidArgument).makeOptionMandatory()),
  )
    .addOption(jsonOption())
    .action(async (anime: string, options: MergeOptions) => {
      const input = { anime, into: options.into, ...decisionInput(options) };
      const { mergeAnime: done } = await (await connect(options.reviewer)).run(mergeAnime, { input });
      if (options.json) return printJson(done);
      return printLine(
        `Merged into ${done.anime.title} (${done.anime.id}): ${done.episodesMoved} episodes moved, ${done.events} events published.`,
      );
    });
}
