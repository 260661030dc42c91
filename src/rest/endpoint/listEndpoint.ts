import { z } from 'zod';
import { OperationParameters } from '../parameters/read.ts';
import { selectionSchema, wholeOrPart } from '../parameters/selectionSchema.ts';
import { ProblemError } from '../problem/problemError.ts';
import type { ItemDefinition } from './answering.ts';
import type { Answer, Endpoint, EndpointFacts, EndpointRequest, EndpointTools } from './endpoint.ts';
import { readFacts } from './endpoint.ts';

/** One of the ways in which a list is read. */
export interface ListReading {
  /** Its parameters. */
  readonly shape: z.ZodRawShape;
  /** The parameter that selects this list; absent for the default list. */
  readonly chosenBy?: string;
  /** The same in all ways. */
  readonly item: ItemDefinition<never>;
  /** The members of its answer beside `items` and `page`. */
  readonly members: z.ZodRawShape;
  /** The texts are of its own parameters. */
  prepare(tools: EndpointTools): (request: EndpointRequest, texts: Readonly<Record<string, string>>) => Promise<Answer>;
}

interface ListFacts extends EndpointFacts {
  readonly response: { readonly id: string; readonly description: string };
}

/** An endpoint that reads a list, in one of several ways: the first whose parameter the query has. */
export function listEndpoint(definition: ListFacts, readings: readonly [...ListReading[], ListReading]): Endpoint {
  const { response } = definition;
  const shape = Object.assign({}, ...[...readings].reverse().map((reading) => reading.shape)) as z.ZodRawShape;
  const parameters = new OperationParameters(definition.path, shape);
  const members = membersOf(readings);
  const [{ item }] = readings;
  const whole = pageSchema(response.id, item.schema, members);
  return {
    ...definition,
    ...readFacts,
    ...parameters,
    response: {
      status: 200,
      description: response.description,
      schema:
        'show' in item
          ? whole
          : wholeOrPart(whole, pageSchema(`${response.id}Selection`, selectionSchema(item.schema), members)),
      entityTag: 'weak',
      nextLink: true,
    },
    prepare(tools) {
      const prepared = readings.map((reading) => ({ ...reading, read: reading.prepare(tools) }));
      return async (request) => {
        const texts = parameters.texts(request);
        const chosen = prepared.find(({ chosenBy }) => chosenBy === undefined || Object.hasOwn(texts, chosenBy));
        if (chosen === undefined) throw new Error(`${definition.operationId} has no reading without a parameter`);
        if (chosen.chosenBy !== undefined) refuseOthers(texts, chosen, chosen.chosenBy, shape);
        return await chosen.read(request, texts);
      };
    },
  };
}

/**
 * Generated clients send the defaults of parameters that their callers leave out, so those are no choice.
 * @throws ProblemError invalid_parameter for a parameter of another reading
 */
function refuseOthers(
  texts: Readonly<Record<string, string>>,
  { shape }: ListReading,
  chosenBy: string,
  all: z.ZodRawShape,
): void {
  const parameter = Object.keys(texts).find(
    (name) => !Object.hasOwn(shape, name) && !isDefault(all[name], texts[name]),
  );
  if (parameter === undefined) return;
  const others = Object.keys(shape).filter((name) => name !== chosenBy);
  const beside =
    others.length === 0 ? `${chosenBy} goes with no other.` : `Beside ${chosenBy} go ${others.join(', ')}.`;
  const detail = `${parameter} does not go with ${chosenBy}: send one of the two. ${beside}`;
  throw new ProblemError('invalid_parameter', detail, { parameter });
}

function isDefault(parameter: z.core.$ZodType | undefined, text: string | undefined): boolean {
  return parameter instanceof z.ZodDefault && String(parameter.def.defaultValue) === text;
}

/** A member that only some readings have is optional. */
function membersOf(readings: readonly ListReading[]): z.ZodRawShape {
  const members: Record<string, z.ZodType> = {};
  for (const { members: own } of readings) {
    for (const [name, schema] of Object.entries(own) as [string, z.ZodType][]) {
      const inAll = readings.every((reading) => Object.hasOwn(reading.members, name));
      members[name] ??= inAll ? schema : schema.optional();
    }
  }
  return members;
}

const pageInfoSchema = z
  .object({
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Opaque cursor for the parameter `after`; null when there is no further page.' }),
  })
  .meta({ id: 'PageInfo', description: 'The place of this page in its list.' });

/** The envelope of every list (docs/contract.md#page-envelope), with the list's own members. */
function pageSchema(id: string, item: z.ZodType, extras: z.ZodRawShape) {
  return z.object({ items: z.array(item), page: pageInfoSchema, ...extras }).meta({ id });
}
