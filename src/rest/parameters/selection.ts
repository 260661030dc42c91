import { hash } from 'node:crypto';
import type { z } from 'zod';
import { ProblemError } from '../problem/problemError.ts';
import { byteString } from '../representation/byteString.ts';
import { selectableNames } from './fields.ts';

/** Of byte strings. */
type Project = (json: string) => string;

/** The part of a resource that a request asks for. */
export interface Selection {
  /** The JSON of the part, from that of the resource without what is included. */
  readonly project: Project;
  /** The members that are included, in the resource's order. */
  readonly included: readonly IncludedMember[];
  /** Distinguishes the part in entity tags; empty for the whole. */
  readonly versions: readonly string[];
}

interface IncludedMember {
  readonly name: string;
  /** The JSON of a resource's part together with that of this member's value. */
  readonly insert: (json: string, value: string) => string;
}

const wholeResource: Project = (json) => json;

/** The whole resource. */
export const everything: Selection = { project: wholeResource, included: [], versions: [] };

/**
 * The part that `fields` and `include` name.
 * @param names those of `fields`, known and in the resource's order; undefined: all
 * @throws ProblemError invalid_parameter where one of the two names what the other leaves out
 */
export function selectionOf(
  resource: z.ZodObject,
  names: readonly string[] | undefined,
  included: readonly string[],
): Selection {
  if (names === undefined) return { ...everything, included: included.map((name) => includedMember(name, null)) };
  const needsInclude = selectableNames(resource);
  const members = membersOf(names);
  for (const name of names) {
    const [outer = ''] = name.split('.');
    if (needsInclude.get(name) && !included.includes(outer)) {
      throw new ProblemError(
        'invalid_parameter',
        `fields names ${name}, which only include=${outer} shows: send both.`,
        {
          parameter: 'fields',
        },
      );
    }
  }
  for (const name of included) {
    if (members.has(name)) continue;
    const detail = `include names ${name}, of which fields names nothing: add ${name} or a member of it to fields.`;
    throw new ProblemError('invalid_parameter', detail, { parameter: 'include' });
  }
  const own = new Map(
    [...members].flatMap(([name, inner]) => {
      if (!included.includes(name)) return [[name, inner] as const];
      return needsInclude.get(name) ? [] : [[name, null] as const];
    }),
  );
  return {
    project: projectionOf(own),
    included: included.map((name) => includedMember(name, members.get(name) ?? null)),
    versions: [hash('sha256', names.join(), 'base64url').slice(0, 11)],
  };
}

function projectionOf(members: Members | null): Project {
  return members === null ? wholeResource : (json) => byteString(pickMembers(parsed(json), members));
}

function includedMember(name: string, members: Members | null): IncludedMember {
  const project = projectionOf(members);
  return { name, insert: (json, value) => byteString({ ...parsed(json), [name]: parsed(project(value)) }) };
}

function parsed(json: string): object {
  return JSON.parse(Buffer.from(json, 'latin1').toString()) as object;
}

function membersOf(names: readonly string[]): Members {
  const members = new Map<string, Map<string, null> | null>();
  for (const name of names) {
    const [outer = '', inner] = name.split('.');
    if (inner === undefined) members.set(outer, null);
    else members.set(outer, (members.get(outer) ?? new Map()).set(inner, null));
  }
  return members;
}

/** Members of an object, or of the objects of a list; null: with all that they hold. */
type Members = ReadonlyMap<string, Members | null>;

/** A parsed value with these members alone, in its own order; what is no object stays as it is. */
function pickMembers(from: unknown, members: Members): unknown {
  if (Array.isArray(from)) return from.map((each) => pickMembers(each, members));
  if (typeof from !== 'object' || from === null) return from;
  const kept = Object.entries(from).flatMap(([name, value]) => {
    const within = members.get(name);
    return within === undefined ? [] : [[name, within === null ? value : pickMembers(value, within)] as const];
  });
  return Object.fromEntries(kept);
}
