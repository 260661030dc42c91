import { Command, Option } from 'commander';
import { graphql } from '../../../graph/schema/operation.ts';
import { answering, listAnswer } from '../../answer.ts';
import { idArgument } from '../../arguments.ts';
import { ask } from '../../client/graphClient.ts';
import { type DecisionOptions, decisionInput, decisionText, withDecisionOptions } from './decision.ts';

const listPins = graphql(`
  query ListPins($id: UUID!) {
    pins(id: $id) { field value animeId episodeId decidedAt }
  }
`);

const unpin = graphql(`
  mutation Unpin($input: UnpinInput!) {
    unpin(input: $input) {
      anime { id title }
      pins { field value }
      events
    }
  }
`);

/** `catalog review pins ID` */
export function reviewPinsCommand(): Command {
  return answering(
    new Command('pins')
      .description('List the pins of an anime and its episodes: fields that no source changes')
      .argument('<id>', 'the anime, or one episode', idArgument('anime', 'episode')),
    async (id: string) => {
      const { pins } = await ask(listPins, { id });
      const json = { items: pins.map((pin) => ({ ...pin, value: JSON.parse(pin.value) })) };
      if (pins.length === 0) return { json, text: 'Nothing is pinned.' };
      const { text } = listAnswer(pins, [
        ['FIELD', ({ field }) => field],
        ['VALUE', ({ value }) => value],
        ['OF', ({ animeId, episodeId }) => (episodeId === null ? `anime ${animeId}` : `episode ${episodeId}`)],
        ['DECIDED', ({ decidedAt }) => decidedAt],
      ]);
      return { json, text };
    },
  );
}

/** `catalog review unpin ID` */
export function reviewUnpinCommand(): Command {
  return answering(
    withDecisionOptions(
      new Command('unpin')
        .description("Lift what reviewers decided of an anime or episode: the sources' word counts again")
        .argument('<id>', 'the anime or episode', idArgument('anime', 'episode'))
        .addOption(new Option('--field <names...>', 'only these fields, such as year (default: all pinned ones)')),
    ).addHelpText('after', '\ncatalog review pins ID lists what is pinned.'),
    async (id: string, options: DecisionOptions & { readonly field?: string[] }) => {
      const fields = options.field === undefined ? {} : { fields: options.field };
      const { unpin: json } = await ask(
        unpin,
        { input: { id, ...fields, ...decisionInput(options) } },
        options.reviewer,
      );
      return { json, text: decisionText('Unpinned', json) };
    },
  );
}
