import { Command } from 'commander';
import { graphql } from '../../../graph/schema/operation.ts';
import { jsonOption } from '../../arguments/jsonOption.ts';
import { uuidArgument } from '../../arguments/uuidArgument.ts';
import { connect } from '../../client/connect.ts';
import { printJson, printLine } from '../../terminal/output.ts';
import { type DecisionOptions, decisionInput, withDecisionOptions } from './decisionOptions.ts';

const unmergeAnime = graphql(`
  mutation UnmergeAnime($input: UnmergeAnimeInput!) {
    unmergeAnime(input: $input) {
      anime {
        id
        title
      }
      survivor {
        id
        title
      }
      episodesReturned
      events
    }
  }
`);

/** `catalog review unmerge ANIME` */
export function reviewUnmergeCommand(): Command {
  return withDecisionOptions(
    new Command('unmerge')
      .description('Undo a merge while nothing has touched either anime since')
      .argument('<anime>', 'the anime that ended', uuidArgument),
  )
    .addOption(jsonOption())
    .action(async (anime: string, options: DecisionOptions) => {
      const input = { anime, ...decisionInput(options) };
      const { unmergeAnime: done } = await (await connect(options.reviewer)).run(unmergeAnime, { input });
      if (options.json) return printJson(done);
      return printLine(
        `${done.anime.title} (${done.anime.id}) is an anime of its own again, with ${done.episodesReturned} episodes; ${done.events} events published.`,
      );
    });
}
