import {
  defaultFieldResolver,
  type GraphQLDirective,
  type GraphQLField,
  type GraphQLSchema,
  getDirectiveValues,
  isObjectType,
} from 'graphql';
import {
  requireApplicationOwner,
  requireOwnerOf,
  requirePerson,
  requireTool,
} from '../application/applicationOwner.ts';
import { deliveryLoader } from '../webhook/deliveryRows.ts';
import type { GraphContext } from './context.ts';

interface Rule {
  readonly to: 'PUBLIC' | 'VIEWER' | 'OWNER' | 'TOOL';
  readonly of?: string;
  readonly by?: string;
}

type Arguments = Readonly<Record<string, unknown>>;
type Check<Value> = (context: GraphContext, value: Value) => void | Promise<void>;

/**
 * Puts the check of `@access` before each resolver; a public field stays as it is, and costs nothing.
 * @throws Error for a query or mutation without `@access`
 */
export function enforceAccess(schema: GraphQLSchema): GraphQLSchema {
  const directive = schema.getDirective('access') as GraphQLDirective;
  const roots: unknown[] = [schema.getQueryType(), schema.getMutationType()];
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const rule = getDirectiveValues(directive, field.astNode ?? {}) as Rule | undefined;
      if (rule !== undefined) guard(field, checkOf(rule));
      else if (roots.includes(type)) throw new Error(`${type.name}.${field.name} must say @access.`);
    }
  }
  return schema;
}

function guard(field: GraphQLField<unknown, GraphContext>, check: Check<Arguments> | null): void {
  if (check === null) return;
  const { resolve = defaultFieldResolver } = field;
  field.resolve = async (root, args, context, info) => {
    await check(context, args);
    return resolve(root, args, context, info);
  };
  Object.defineProperty(field.resolve, 'name', { value: `guarded ${resolve.name}` });
}

function checkOf({ to, of = '', by = '' }: Rule): Check<Arguments> | null {
  if (to === 'PUBLIC') return null;
  if (to === 'TOOL') return ({ viewer }) => requireTool(viewer);
  const check = (to === 'OWNER' ? owners : viewers)[of];
  if (check === undefined) throw new Error(`@access(to: ${to}, of: ${of}) is not known.`);
  const path = by.split('.');
  return (context, args) => {
    const value = path.reduce<unknown>((inner, name) => (inner as Arguments | null | undefined)?.[name], args);
    return check(context, (value ?? null) as string | null);
  };
}

/** Whether the caller owns what has this id; of no id, only tools may ask. What is unknown the resolver refuses. */
const owners: Readonly<Record<string, Check<string | null>>> = {
  APPLICATION: ofId(requireApplicationOwner),
  API_KEY: ofId((context, id) => requireOwnerOf(context, 'api_key', id)),
  WEBHOOK: ofId((context, id) => requireOwnerOf(context, 'webhook', id)),
  DELIVERY: ofId(async (context, id) => {
    const delivery = await context.loaders.of(deliveryLoader).load(id);
    if (delivery !== null) await requireOwnerOf(context, 'webhook', delivery.webhookId);
  }),
};

function ofId(check: Check<string>): Check<string | null> {
  return (context, id) => (id === null ? requireTool(context.viewer) : check(context, id));
}

/** Whether the caller is this person; by default she is. */
const viewers: Readonly<Record<string, Check<string | null>>> = {
  APPLICATION: ofPerson('Applications are', "Only tools see or make other people's applications."),
  ACCOUNT: ofPerson('Accounts are'),
  ACCESS_TOKEN: ofPerson('Access tokens are'),
  PASSWORD: ofPerson('Passwords are', "Only tools change other people's passwords."),
};

function ofPerson(what: string, refusal?: string): Check<string | null> {
  return ({ viewer }, named) => {
    if (viewer.kind === 'tool') return;
    const subject = requirePerson(viewer, what);
    if (named !== null && named !== subject) requireTool(viewer, refusal);
  };
}
