import { hash } from 'node:crypto';
import { z } from 'zod';
import { cutJson, type Members } from '../resource/cutJson.ts';
import { nearestOf } from './nearestOf.ts';
import { parameter } from './parameter.ts';

/** The part of a resource that a request asks for. */
export interface Selection {
  /** The JSON of the part, from that of the whole resource. */
  readonly cut: (json: Buffer) => Buffer;
  /** Distinguishes the part in entity tags; empty for the whole. */
  readonly versions: readonly string[];
}

/** The whole resource. */
export const everything: Selection = { cut: (json) => json, versions: [] };

/** `fields`: members of a resource, and, after a dot, of the objects that its members hold. */
export function fieldsParameter(resource: z.ZodObject) {
  const members = Object.keys(resource.shape);
  const known = members.flatMap((name) => [
    name,
    ...membersOf(resource.shape[name]).map((inner) => `${name}.${inner}`),
  ]);
  const [nested = ''] = known.filter((name) => name.includes('.'));
  return parameter({
    description: `Only these members of each resource, in the resource's order: exactly those that are named, \`id\` too only where it is. After a dot stands a member of the objects within, such as \`${nested}\`. Members of the schema that are not named are absent, whether required or not. Every \`ETag\` is that of its selection; pages of one walk may have different ones.`,
    rule: `some of ${members.join(', ')}, with commas between, each once, or members within them such as ${nested}`,
    read: (text) => {
      const names = text.split(',');
      const given = new Set(names);
      if (given.size < names.length || !names.every((name) => known.includes(name))) return null;
      return containedIn(names, given) === undefined ? selectionOf(known.filter((name) => given.has(name))) : null;
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

/** The members of an object or of a list's objects. */
function membersOf(schema: unknown): readonly string[] {
  if (schema instanceof z.ZodNullable) return membersOf(schema.unwrap());
  if (schema instanceof z.ZodArray) return membersOf(schema.element);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function outerOf(name: string): string {
  return name.slice(0, Math.max(name.indexOf('.'), 0));
}

/** A name that stands within another one. */
function containedIn(names: readonly string[], given: ReadonlySet<string>): string | undefined {
  return names.find((name) => given.has(outerOf(name)));
}

/** @param names known ones, in the resource's order */
function selectionOf(names: readonly string[]): Selection {
  const members = new Map<string, Map<string, null> | null>();
  for (const name of names) {
    const [outer = '', inner] = name.split('.');
    if (inner === undefined) members.set(outer, null);
    else members.set(outer, (members.get(outer) ?? new Map()).set(inner, null));
  }
  const shown: Members = members;
  return {
    cut: (json) => cutJson(json, shown),
    versions: [hash('sha256', names.join(), 'base64url').slice(0, 11)],
  };
}
