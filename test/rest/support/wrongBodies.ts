import type { Endpoint } from '../../../src/rest/endpoint/endpoint.ts';

interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
}

interface WrongBody {
  readonly name: string;
  readonly body: unknown;
  /** Of what breaks the rule. */
  readonly pointer: string;
}

/** Bodies that break a rule of what the description says the operation takes, one rule each. */
export function wrongBodies(
  paths: Readonly<Record<string, unknown>>,
  { path, method }: Endpoint,
): readonly WrongBody[] {
  const operations = paths[path] as Readonly<Record<string, { requestBody?: DescribedBody }>>;
  const schema = operations[method.toLowerCase()]?.requestBody?.content['application/json']?.schema;
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schema;
  const right = Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, rightValue(member)]));
  const members = Object.entries(properties).flatMap(([name, member]) => [
    ...wrongMembers(member).map((value) => ({
      name: `${name} is ${JSON.stringify(value)?.slice(0, 20)}`,
      body: { ...right, [name]: value },
      pointer: `/${name}`,
    })),
    ...(required.includes(name)
      ? [{ name: `${name} is missing`, body: { ...right, [name]: undefined }, pointer: `/${name}` }]
      : []),
  ]);
  return [
    ...members,
    { name: 'an unknown member', body: { ...right, nonsense: 1 }, pointer: '/nonsense' },
    ...[null, [], 'text', 1].map((body) => ({ name: `the body is ${JSON.stringify(body)}`, body, pointer: '' })),
  ];
}

interface DescribedBody {
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema } | undefined>>;
}

function rightValue({ type, minLength = 1 }: JsonSchema): unknown {
  return type === 'boolean' ? true : 'x'.repeat(minLength);
}

function wrongMembers({ type, minLength, maxLength }: JsonSchema): readonly unknown[] {
  const others = type === 'boolean' ? ['true', 0, 1] : [true, 1];
  return [
    ...others,
    null,
    [],
    {},
    ...(minLength !== undefined && minLength > 0 ? [''] : []),
    ...(maxLength !== undefined ? ['x'.repeat(maxLength + 1)] : []),
  ];
}
