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

const texts = ['', ' ', '\u0000', '\n', "'; DROP TABLE anime; --", '<script>', '\ud83d\ude00', 'é'.repeat(300)];

/** Values that break a parameter's rule, decoded. */
export function wrongValues({ name, in: place, schema }: DescribedParameter): readonly string[] {
  if (name === 'after' && schema.type !== 'integer') return [...texts, 'x', 'AQ', 'eyJpZCI6IjEifQ', '../..', 'null'];
  if (name === 'q') return ['', ' ', '\u3000\t\n', ' '.repeat(200), 'a'.repeat(201), '\u{1f600}'.repeat(201)];
  if (schema.enum !== undefined) {
    const [value = ''] = schema.enum;
    return [...texts, value.toUpperCase(), `${value} `, ` ${value}`, `${value}\u0000`, schema.enum.join(','), 'null'];
  }
  if (schema.type === 'integer') {
    const { minimum = 0, maximum = 0 } = schema;
    const right = String(minimum);
    const edges = [String(minimum - 1), String(maximum + 1)];
    const spellings = [
      `+${right}`,
      ` ${right}`,
      `${right} `,
      `0${right}`,
      `${right}.0`,
      `${right}e0`,
      `0x${right}`,
      `${right}n`,
    ];
    return [
      ...texts,
      ...edges,
      ...spellings,
      '٣',
      '１０',
      '99999999999999999999',
      'NaN',
      'Infinity',
      `${right},${right}`,
    ];
  }
  switch (schema.format) {
    case 'uuid':
      return [
        ...texts,
        'premieres-x',
        '0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6',
        '0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6fa',
        '0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6g',
        '0198c7a25b1e7c3d9f001a2b3c4d5e6f',
        '{0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6f}',
        'urn:uuid:0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6f',
      ];
    case 'date':
      return [
        ...texts,
        ...[
          '2024-2-01',
          '2024-02-30',
          '2023-02-29',
          '2100-02-29',
          '2024-13-01',
          '2024-00-01',
          '2024-01-00',
          '0000-01-01',
        ],
        ...[
          '10000-01-01',
          '+2024-02-01',
          '2024-02-01T00:00:00Z',
          '20240201',
          '2024-W05-1',
          '2024-032',
          'today',
          '2024',
        ],
      ];
    case 'date-time':
      return [
        ...texts,
        ...['2024-02-29', '2024-02-29T15:00:00', '2024-02-29T15:00', '2024-02-29 15:00:00Z', '2024-02-29T15Z'],
        ...['2024-02-29t15:00:00Z', '2024-02-29T15:00:00z', '2024-02-29T24:00:00Z', '2024-02-29T23:59:60Z'],
        ...['2023-02-29T15:00:00Z', '2024-02-29T15:60:00Z', '2024-02-29T25:00:00Z', '2024-02-29T15:00:00.Z'],
        ...['2024-02-29T15:00:00.1234567890Z', '2024-02-29T15:00:00,5Z', '2024-02-29T15:00:00+24:00', '1709218800'],
        ...[
          '2024-02-29T15:00:00 09:00',
          '2024-02-29T15:00:00 0900',
          '2024-02-29T15:00 09',
          '2024-02-29T15:00:00+09:60',
          '2024-02-29T15:00:00+0960',
          '2024-02-29T15:00:00+24',
          '2024-02-29T15:00:00+9',
          '2024-02-29T15:00:00+090',
          '2024-02-29T15:00:00+090000',
          '2024-02-29T15:00.5Z',
          '2024-02-29T15:0Z',
          '20240229T150000Z',
        ],
        ...[
          '0000-12-31T23:59:59Z',
          '0001-01-01T00:00:00+00:01',
          '9999-12-31T23:59:59-00:01',
          '+010000-01-01T00:00:00Z',
          'now',
        ],
      ];
    default:
      // In a path a slug that names nothing is not wrong: the answer is 404.
      if (place === 'path') return ['\u0000', '\n', 'a\u007f', '\u0085', '%zz'];
      return [
        '',
        '\u0000',
        '\n',
        'no-such-slug',
        'Action',
        'action,',
        'action,no-such-slug',
        "'; DROP TABLE anime; --",
        'é'.repeat(300),
      ];
  }
}
