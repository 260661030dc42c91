import { Command } from 'commander';
import { graphql } from '../../../graph/schema/operation.ts';
import { jsonOption } from '../../arguments/jsonOption.ts';
import { uuidArgument } from '../../arguments/uuidArgument.ts';
import { connect } from '../../client/connect.ts';
import { formatTable } from '../../terminal/formatTable.ts';
import { printJson, printText } from '../../terminal/output.ts';

const listPins = graphql(`
  query ListPins($id: UUID!) {
    pins(id: $id) {
      field
      value
      animeId
      episodeId
      decidedAt
    }
  }
`);

/** `catalog review pins ID` */
export function reviewPinsCommand(): Command {
  return new Command('pins')
    .description('List what reviewers decided of an anime and its episodes: no source changes these fields')
    .argument('<id>', 'the anime, or one episode', uuidArgument)
    .addOption(jsonOption())
    .action(async (id: string, { json }: { json?: true }) => {
      const { pins } = await (await connect()).run(listPins, { id });
      if (json) return printJson({ items: pins.map((pin) => ({ ...pin, value: JSON.parse(pin.value) })) });
      if (pins.length === 0) return printText('Nothing is pinned.');
      const rows = pins.map(({ field, value, animeId, episodeId, decidedAt }) => [
        field,
        value,
        episodeId === null ? `anime ${animeId}` : `episode ${episodeId}`,
        decidedAt,
      ]);
      return printText(formatTable(['FIELD', 'VALUE', 'OF', 'DECIDED'], rows));
    });
}
