import type { IdKind } from '../../graph/model/vocabulary.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { ask } from '../client/graphClient.ts';
import { CommandFailure } from '../failures.ts';

const findIds = graphql(`
  query FindIds($kinds: [IdKind!]!, $digits: String!) { idsEndingWith(kinds: $kinds, digits: $digits) }
`);

/** The last digits of an id, made whole before the command runs. */
export class ShortId {
  readonly #kinds: readonly IdKind[];
  readonly #digits: string;

  constructor(kinds: readonly IdKind[], digits: string) {
    this.#kinds = kinds;
    this.#digits = digits;
  }

  /** @throws CommandFailure where the digits name nothing, or several objects */
  async whole(): Promise<string> {
    const [kinds, digits] = [this.#kinds, this.#digits];
    const { idsEndingWith: ids } = await ask(findIds, { kinds: [...kinds], digits });
    const [id, ...others] = ids;
    if (id === undefined) {
      throw new CommandFailure('not_found', `there is no ${kinds.join(' or ')} whose id ends with ${digits}`);
    }
    if (others.length > 0) {
      throw new CommandFailure('ambiguous_id', `${digits} ends the ids ${ids.join(', ')}: name one of them`);
    }
    return id;
  }
}
