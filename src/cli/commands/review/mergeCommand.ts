import { Command, Option } from 'commander';
import { graphql } from '../../../graph/schema/operation.ts';
import { visibleLine } from '../../../visibleText.ts';
import { jsonOption } from '../../arguments/jsonOption.ts';
import { uuidArgument } from '../../arguments/uuidArgument.ts';
import { connect } from '../../client/connect.ts';
import { CommandFailure } from '../../failure/commandFailure.ts';
import { canAsk, confirm } from '../../terminal/confirm.ts';
import { printJson, printLine, printText } from '../../terminal/output.ts';
import { type DecisionOptions, decisionInput, withDecisionOptions } from './decisionOptions.ts';
import { foreseenText } from './foreseenText.ts';

const mergeAnime = graphql(`
  mutation MergeAnime($input: MergeAnimeInput!) {
    mergeAnime(input: $input) {
      anime {
        id
        title
      }
      difference {
        field
        before
        after
      }
      episodesMoved
      episodesJoined
      events
      seen
    }
  }
`);

interface MergeOptions extends DecisionOptions {
  readonly into: string;
  readonly dryRun?: true;
  readonly seen?: string;
}

/** `catalog review merge ANIME --into ANIME` */
export function reviewMergeCommand(): Command {
  return withDecisionOptions(
    new Command('merge')
      .description('Make two anime one: episodes and ids move to the survivor, the old paths lead there')
      .argument('<anime>', 'the anime that ends', uuidArgument)
      .addOption(new Option('--into <anime>', 'the survivor').argParser(uuidArgument).makeOptionMandatory())
      .addOption(new Option('--dry-run', 'tell what would come of it and change nothing'))
      .addOption(new Option('--seen <token>', 'merge as --dry-run has told with this token, or not at all')),
  )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
At a terminal the command tells what comes of it and asks. catalog review unmerge ANIME undoes a merge while
nothing has touched either anime since.`,
    )
    .action(async (anime: string, options: MergeOptions) => {
      const client = await connect(options.reviewer);
      const merge = async (more: { dryRun?: boolean; seen?: string }) => {
        const input = { anime, into: options.into, ...decisionInput(options), ...more };
        return (await client.run(mergeAnime, { input })).mergeAnime;
      };
      const asked = options.seen === undefined && !options.json && !options.dryRun && canAsk();
      const rehearsed = asked || options.dryRun ? await merge({ dryRun: true }) : null;
      if (rehearsed !== null && options.json) return printJson(rehearsed);
      if (rehearsed !== null) {
        const { episodesMoved, episodesJoined, events, seen } = rehearsed;
        const lines = [
          `${rehearsed.anime.title} (${rehearsed.anime.id}) would get ${episodesMoved} episodes, ${episodesJoined} of which become one with its own; ${events} events.`,
          ...foreseenText({ difference: rehearsed.difference, idsElsewhere: [] }),
          ...(asked ? [] : [`seen ${seen}`]),
        ];
        await printText(lines.map(visibleLine).join('\n'));
        if (!asked) return;
        if (!(await confirm('Merge?'))) throw new CommandFailure('not_confirmed', 'nothing was merged');
      }
      const seen = rehearsed?.seen ?? options.seen;
      const done = await merge(seen === undefined ? {} : { seen });
      if (options.json) return printJson(done);
      return printLine(
        `Merged into ${done.anime.title} (${done.anime.id}): ${done.episodesMoved} episodes moved, ${done.events} events published.`,
      );
    });
}
