import { nearestOf } from '../../base/editDistance.ts';
import { LARGEST_PAGE, MOST_TERMS, SOURCE_NAME } from '../../graph/model/limits.ts';
import { parseUuid } from '../../graph/model/uuid.ts';
import { parseSlug } from './kinds.ts';
import { type ParameterFacts, parameter } from './parameter.ts';

/** Some of a few values, separated by commas; case matters, order and repetition do not. */
export function choicesParameter<const Choice extends string>({
  choices,
  needsOthers = false,
  ...facts
}: ParameterFacts & {
  readonly choices: readonly Choice[];
  /** Whether its values depend on other parameters: tools send the examples of all parameters together. */
  readonly needsOthers?: boolean;
}) {
  const oneOf = choices.join('|').replaceAll('.', '\\.');
  return parameter({
    ...facts,
    rule: choices.length === 1 ? choices.join() : `some of ${choices.join(', ')}, separated by commas`,
    read: (text) => {
      const given = new Set(text.split(','));
      const known = choices.filter((choice) => given.delete(choice));
      return given.size === 0 ? known : null;
    },
    hint: (text) => {
      const unknown = text.split(',').find((word) => !choices.some((choice) => choice === word)) ?? '';
      return nearestOf(unknown, choices);
    },
    schema: {
      type: 'string',
      pattern: `^(${oneOf})(,(${oneOf}))*$`,
      ...(!needsOthers && { examples: [choices.slice(0, 2).join(',')] }),
    },
  });
}

interface ListRule<Item> extends ParameterFacts {
  /** The items, in words. */
  readonly items: string;
  readonly largest: number;
  /** The value of one item, or null when it breaks the rule. */
  readonly readItem: (text: string) => Item | null;
  /** The item in the list's only spelling: equal ones count once. */
  readonly keyOf: (item: Item) => string;
  /** Absent where no other parameter goes with it: tools send the examples of all parameters together. */
  readonly example?: string;
  /** Whether the order does not matter: values are compared, as by cursors, in the order of their keys. */
  readonly isSorted?: boolean;
}

/** Values separated by commas, each once. */
function listParameter<Item>({ items, largest, readItem, keyOf, example, isSorted = false, ...facts }: ListRule<Item>) {
  const rule = `1 to ${largest} ${items}, separated by commas`;
  return parameter({
    ...facts,
    rule,
    read: (text) => {
      const texts = text.split(',');
      if (texts.length > largest) return null;
      const distinct = new Map<string, Item>();
      for (const each of texts) {
        const item = readItem(each);
        if (item === null) return null;
        const key = keyOf(item);
        if (!distinct.has(key)) distinct.set(key, item);
      }
      const keys = [...distinct.keys()];
      return (isSorted ? keys.sort() : keys).map((key) => distinct.get(key) as Item);
    },
    hint: (text) => {
      const texts = text.split(',');
      if (texts.length > largest) return `These are ${texts.length}.`;
      const at = texts.findIndex((each) => readItem(each) === null);
      if (texts.length === 1 || at === -1) return undefined;
      return `Number ${at + 1} of them is ${texts[at] === '' ? 'empty' : 'malformed'}.`;
    },
    schema: { type: 'string', minLength: 1, ...(example !== undefined && { examples: [example] }) },
  });
}

/** Canonical identifiers, in any case; the values are in lower case. */
export function uuidsParameter(facts: ParameterFacts) {
  return listParameter({
    ...facts,
    items: 'UUIDs such as 0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6f',
    largest: LARGEST_PAGE,
    readItem: parseUuid,
    keyOf: (id) => id,
  });
}

/** Ids at other sites as `site:id`; none has a comma in it. */
export function externalIdsParameter(facts: ParameterFacts) {
  return listParameter({
    ...facts,
    items: 'ids at other sites as site:id, such as mal:16498',
    largest: LARGEST_PAGE,
    readItem: (text) => {
      const colon = text.indexOf(':');
      const [site, id] = [text.slice(0, Math.max(colon, 0)), text.slice(colon + 1)];
      return SOURCE_NAME.test(site) && id.trim() !== '' ? { site, id } : null;
    },
    keyOf: externalIdText,
  });
}

/** An id at another site as the parameter spells it. */
export function externalIdText({ site, id }: { readonly site: string; readonly id: string }): string {
  return `${site}:${id}`;
}

/** Canonical slugs, in any normal form; order and repetition do not matter. */
export function slugsParameter({ source, ...facts }: ParameterFacts & { readonly source: string }) {
  return listParameter({
    ...facts,
    items: `slugs from ${source}`,
    largest: MOST_TERMS,
    isSorted: true,
    readItem: parseSlug,
    keyOf: (slug) => slug,
    example: 'action,drama',
  });
}
