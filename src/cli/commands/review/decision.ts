import { InvalidArgumentError } from 'commander';
import { visibleLine } from '../../../base/visibleText.ts';
import type { Answer } from '../../command/answer.ts';
import { option } from '../../command/parameters.ts';

/** `--reviewer`: the person on whose behalf a command runs. */
export const reviewer = option(
  '--reviewer <name>',
  'the reviewer (default: the user of this computer)',
  (value: string) => {
    const name = value.trim();
    if (name !== '' && name.length <= 200 && !/\p{C}/u.test(name)) return name;
    throw new InvalidArgumentError('It must be a name of at most 200 characters without control characters.');
  },
);

/** The options of every reviewer's decision. */
export const decision = { reason: option('--reason <text>', 'the reason, kept with the decision'), reviewer };

/** The answer of a changed decision of an anime. */
export function decided(
  what: string,
  json: { readonly anime: { readonly id: string; readonly title: string }; readonly events: number },
): Answer {
  const { anime, events } = json;
  const text = `${what}: ${anime.title} (${anime.id}); ${events} ${events === 1 ? 'event' : 'events'} published.`;
  return { json, text: visibleLine(text) };
}
