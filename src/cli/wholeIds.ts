import { graphql } from '../graph/schema/operation.ts';
import { ShortId } from './arguments.ts';
import { ask } from './client/graphClient.ts';
import { CommandFailure } from './failures.ts';

const findIds = graphql(`
  query FindIds($kinds: [IdKind!]!, $digits: String!) { idsEndingWith(kinds: $kinds, digits: $digits) }
`);

/**
 * What commander gives to an action, with whole ids in the place of shortened ones.
 * @throws CommandFailure where the digits name nothing, or several objects
 */
export async function withWholeIds<Given extends readonly unknown[]>(given: Given): Promise<Given> {
  return (await Promise.all(given.map(wholeIn))) as unknown as Given;
}

/** Of an argument, or of the options by name. */
async function wholeIn(value: unknown): Promise<unknown> {
  if (value instanceof ShortId) return await wholeId(value);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const members = Object.entries(value).map(async ([name, member]) => [
    name,
    member instanceof ShortId ? await wholeId(member) : member,
  ]);
  return Object.fromEntries(await Promise.all(members));
}

async function wholeId({ kinds, digits }: ShortId): Promise<string> {
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
