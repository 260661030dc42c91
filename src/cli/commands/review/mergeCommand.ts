import { Command, Option } from 'commander';
import { mergeAnime } from '../../../graph/operations/proposalOperations.ts';
import { graphql, type ResultOf } from '../../../graph/schema/operation.ts';
import { visibleLine } from '../../../visibleText.ts';
import { answering } from '../../answer.ts';
import { idArgument } from '../../arguments.ts';
import { ask, connect } from '../../client/graphClient.ts';
import { CommandFailure } from '../../failures.ts';
import { printText } from '../../terminal/output.ts';
import { canAsk, confirm } from '../../terminal/prompt.ts';
import { type DecisionOptions, decisionInput, withDecisionOptions } from './decision.ts';
import { previewText } from './previewText.ts';

const unmergeAnime = graphql(`
  mutation UnmergeAnime($input: UnmergeAnimeInput!) {
    unmergeAnime(input: $input) {
      anime { id title }
      survivor { id title }
      episodesReturned
      events
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
  return answering(
    withDecisionOptions(
      new Command('merge')
        .description('Merge two anime: episodes and ids move to the survivor, the old paths redirect to it')
        .argument('<anime>', 'the anime that ends', idArgument('anime'))
        .addOption(new Option('--into <anime>', 'the survivor').argParser(idArgument('anime')).makeOptionMandatory())
        .addOption(new Option('--dry-run', 'report the effects and change nothing'))
        .addOption(
          new Option('--seen <token>', 'merge with the effects that --dry-run printed with this token, or fail'),
        ),
    ).addHelpText(
      'after',
      `
At a terminal the command tells what comes of it and asks. catalog review unmerge ANIME undoes a merge while
nothing has touched either anime since.`,
    ),
    async (anime: string, options: MergeOptions) => {
      const client = await connect(options.reviewer);
      const merge = async (more: { dryRun?: boolean; seen?: string }) => {
        const input = { anime, into: options.into, ...decisionInput(options), ...more };
        return (await client.run(mergeAnime, { input })).mergeAnime;
      };
      let { seen } = options;
      const asked = seen === undefined && !options.json && !options.dryRun && canAsk();
      if (asked || options.dryRun) {
        const rehearsed = await merge({ dryRun: true });
        seen = rehearsed.seen;
        const lines = [...rehearsalText(rehearsed), ...(asked ? [] : [`seen ${seen}`])];
        const text = lines.map(visibleLine).join('\n');
        if (!asked) return { json: rehearsed, text };
        await printText(text);
        if (!(await confirm('Merge?'))) throw new CommandFailure('not_confirmed', 'nothing was merged');
      }
      const done = await merge(seen === undefined ? {} : { seen });
      const text = `Merged into ${done.anime.title} (${done.anime.id}): ${done.episodesMoved} episodes moved, ${done.events} events published.`;
      return { json: done, text: visibleLine(text) };
    },
  );
}

function rehearsalText({ anime, difference, ...counts }: ResultOf<typeof mergeAnime>['mergeAnime']): string[] {
  const { episodesMoved, episodesJoined, events } = counts;
  return [
    `${anime.title} (${anime.id}) would get ${episodesMoved} episodes, ${episodesJoined} of which become one with its own; ${events} events.`,
    ...previewText({ difference, idsElsewhere: [] }),
  ];
}

/** `catalog review unmerge ANIME` */
export function reviewUnmergeCommand(): Command {
  return answering(
    withDecisionOptions(
      new Command('unmerge')
        .description('Undo a merge, as long as neither anime has changed since')
        .argument('<anime>', 'the anime that ended', idArgument('anime')),
    ),
    async (anime: string, options: DecisionOptions) => {
      const input = { anime, ...decisionInput(options) };
      const { unmergeAnime: json } = await ask(unmergeAnime, { input }, options.reviewer);
      const name = `${json.anime.title} (${json.anime.id})`;
      const text = `${name} is an anime of its own again, with ${json.episodesReturned} episodes; ${json.events} events published.`;
      return { json, text: visibleLine(text) };
    },
  );
}
