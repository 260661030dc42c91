/** A parameter as the description shows it. */
export interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: {
    readonly type?: string;
    readonly format?: string;
    readonly enum?: readonly string[];
    readonly minimum?: number;
    readonly maximum?: number;
  };
}

/** What no rule of a parameter takes. */
const texts = ['', ' ', '\u0000', "'; DROP TABLE anime; --", '\ud83d\ude00', 'é'.repeat(300)];

/** Values that break a parameter's rule, decoded; how each is parsed in full, the tests of its parser say. */
export function wrongValues({ name, in: place, schema }: DescribedParameter): readonly string[] {
  if (name === 'after' && schema.type !== 'integer') return [...texts, 'x', 'AQ', 'null'];
  if (name === 'q') return ['', '\u3000\t\n', 'a'.repeat(201), '\u{1f600}'.repeat(201)];
  if (schema.enum !== undefined) {
    const [value = ''] = schema.enum;
    return [...texts, value.toUpperCase(), `${value} `, `${value}\u0000`, schema.enum.join(','), 'null'];
  }
  if (schema.type === 'integer') {
    const { minimum = 0, maximum = 0 } = schema;
    const spellings = [`+${minimum}`, `0${minimum}`, `${minimum}.0`, `${minimum}e0`, `0x${minimum}`, '１０', 'NaN'];
    return [...texts, String(minimum - 1), String(maximum + 1), ...spellings, '99999999999999999999'];
  }
  if (schema.format === 'uuid') return [...texts, 'premieres-x', '0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6g'];
  if (schema.format === 'date') return [...texts, '2024-2-01', '2023-02-29', '0000-01-01', '2024-02-01T00:00:00Z'];
  if (schema.format === 'date-time') return [...texts, '2024-02-29', '2024-02-29T24:00:00Z', '0000-12-31T23:59:59Z'];
  // In a path a slug that names nothing is not wrong: the answer is 404.
  if (place === 'path') return ['\u0000', '\n', '\u0085', '%zz'];
  return [...texts.filter((text) => text !== ' '), 'no-such-slug', 'Action', 'action,', 'action,no-such-slug'];
}
