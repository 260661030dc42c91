import { visibleLine } from '../../../base/visibleText.ts';
import { mergeAnime } from '../../../graph/operations/proposalOperations.ts';
import type { ResultOf } from '../../../graph/schema/operation.ts';
import { connect } from '../../client/graphClient.ts';
import { AN_ID, ANOTHER_ID, argument, flag, option, parseId, required } from '../../command/parameters.ts';
import { working } from '../../command/row.ts';
import { CommandFailure } from '../../failures.ts';
import { printText } from '../../terminal/output.ts';
import { canAsk, confirm } from '../../terminal/prompt.ts';
import { decision } from './decision.ts';
import { previewText } from './previewText.ts';

/** `catalog review merge ANIME --into ANIME` */
export const merge = working({
  name: 'merge',
  about: 'Merge two anime: episodes and ids move to the survivor, the old paths redirect to it',
  example: `${AN_ID} --into ${ANOTHER_ID} --dry-run`,
  notes: `At a terminal the command tells what comes of it and asks. catalog review unmerge ANIME undoes a merge while
nothing has touched either anime since.`,
  parameters: {
    anime: argument('<anime>', 'the anime that ends', parseId('anime')),
    into: required('--into <anime>', 'the survivor', parseId('anime')),
    dryRun: flag('--dry-run', 'report the effects and change nothing'),
    seen: option('--seen <token>', 'merge with the effects that --dry-run printed with this token, or fail'),
    ...decision,
  },
  async run({ dryRun, seen, ...input }, json) {
    const client = await connect(input.reviewer ?? undefined);
    const mergeWith = async (more: { dryRun?: boolean; seen?: string | null }) =>
      (await client.run(mergeAnime, { input: { ...input, ...more } })).mergeAnime;
    const asked = seen === null && !json && !dryRun && canAsk();
    let token = seen;
    if (asked || dryRun) {
      const rehearsed = await mergeWith({ dryRun: true });
      const lines = [...rehearsalText(rehearsed), ...(asked ? [] : [`seen ${rehearsed.seen}`])];
      const text = lines.map(visibleLine).join('\n');
      if (!asked) return { json: rehearsed, text };
      await printText(text);
      if (!(await confirm('Merge?'))) throw new CommandFailure('not_confirmed', 'nothing was merged');
      token = rehearsed.seen;
    }
    const done = await mergeWith({ seen: token });
    const text = `Merged into ${done.anime.title} (${done.anime.id}): ${done.episodesMoved} episodes moved, ${done.events} events published.`;
    return { json: done, text: visibleLine(text) };
  },
});

function rehearsalText({ anime, difference, ...counts }: ResultOf<typeof mergeAnime>['mergeAnime']): string[] {
  const { episodesMoved, episodesJoined, events } = counts;
  return [
    `${anime.title} (${anime.id}) would get ${episodesMoved} episodes, ${episodesJoined} of which become one with its own; ${events} events.`,
    ...(difference.length === 0 ? [] : previewText({ difference, idsElsewhere: [] })),
  ];
}
