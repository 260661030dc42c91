import { z } from 'zod';
import { nearestOf } from '../../base/editDistance.ts';
import { parameter } from './parameter.ts';

/** `fields`: members of a resource, and, after a dot, of the objects that its members hold. */
export function fieldsParameter(resource: z.ZodObject) {
  const known = [...selectableNames(resource).keys()];
  const [nested = ''] = known.filter((name) => name.includes('.'));
  return parameter({
    description: `Only these members of each resource, in the resource's order: exactly those that are named, \`id\` too only where it is. After a dot follows a member of the objects within, such as \`${nested}\`. Members of the schema that are not named are absent, whether required or not. Every \`ETag\` is that of its selection; pages of one walk may have different ones.`,
    rule: `some of ${Object.keys(resource.shape).join(', ')}, separated by commas, each once, or members within them such as ${nested}`,
    read: (text) => {
      const names = text.split(',');
      const given = new Set(names);
      if (given.size < names.length || !names.every((name) => known.includes(name))) return null;
      return containedIn(names, given) === undefined ? known.filter((name) => given.has(name)) : null;
    },
    hint: (text) => {
      const names = text.split(',');
      const unknown = names.findIndex((name) => !known.includes(name));
      const word = names[unknown];
      if (word === '') return names.length === 1 ? 'It is empty.' : `Number ${unknown + 1} of them is empty.`;
      if (word !== undefined) return nearestOf(word, known);
      const repeated = names.find((name, at) => names.indexOf(name) < at);
      if (repeated !== undefined) return `${repeated} is named more than once.`;
      const inner = containedIn(names, new Set(names));
      return inner && `${outerOf(inner)} contains ${inner}: name one of the two.`;
    },
    schema: { type: 'string', minLength: 1, examples: [`id,title,${nested}`] },
  });
}

/** The names that `fields` takes, in the resource's order, each with whether it is there only where it is included. */
export function selectableNames(resource: z.ZodObject): ReadonlyMap<string, boolean> {
  const names = new Map<string, boolean>();
  for (const [name, schema] of Object.entries(resource.shape)) {
    const isIncluded = schema instanceof z.ZodOptional;
    names.set(name, isIncluded);
    for (const [inner, innerSchema] of Object.entries(shapeOf(schema))) {
      names.set(`${name}.${inner}`, isIncluded || innerSchema instanceof z.ZodOptional);
    }
  }
  return names;
}

/** The members of an object or of a list's objects. */
function shapeOf(schema: unknown): z.ZodRawShape {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return shapeOf(schema.unwrap());
  if (schema instanceof z.ZodArray) return shapeOf(schema.element);
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** The member in which a name lies; empty for a member itself. */
function outerOf(name: string): string {
  return name.slice(0, Math.max(name.indexOf('.'), 0));
}

/** A name within another one. */
function containedIn(names: readonly string[], given: ReadonlySet<string>): string | undefined {
  return names.find((name) => given.has(outerOf(name)));
}
