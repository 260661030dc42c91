import { readRow } from '../src/configuration/readVariables.ts';
import { table } from '../src/configuration/variables.ts';

/** The headings, by the first variable below them. */
const HEADINGS: Readonly<Record<string, string>> = {
  NODE_ENV: 'The process',
  INTERNAL_TOKEN: 'Secrets',
  PORT: 'The public listener',
  INTERNAL_PORT: 'The internal listener',
  DATABASE_URL: 'The database',
  SEARCH: 'Search',
  QUOTA_ANONYMOUS: 'Callers',
  WEBHOOK_CONCURRENCY: 'Webhooks',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'Traces',
  CATALOG_KEY: 'Commands',
};

/** What stands below a heading, before its table. */
const REMARKS: Readonly<Record<string, string>> = {
  Traces:
    "OpenTelemetry's SDK reads its other variables itself, such as `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES`.",
};

const COLUMNS = ['| variable | value | default | what it does |', '| --- | --- | --- | --- |'];

/** A value of more characters is described once; the rows of the same refer to the first. */
const LONG = 25;

const INTRODUCTION = `# Configuration

<!-- Written by "npm run generate" from src/configuration/variables.ts. -->

Environment variables, read once, at the start; an empty one counts as unset. A wrong value stops the start with a line
that names the variable; a misspelt name is logged, and reported by \`catalog doctor\`. A variable with an asterisk may be
in a file: \`DATABASE_URL_FILE=/run/secrets/database-url\`.
`;

/** docs/configuration.md */
export function configurationPage(): string {
  const told = new Map<string, string>();
  const lines = Object.entries(table.shape).flatMap(([name, variable]) => {
    const { about, unset, words, secret } = readRow(variable);
    const heading = HEADINGS[name];
    const remark = REMARKS[heading ?? ''];
    const remarks = remark === undefined ? [] : ['', remark];
    const opening = heading === undefined ? [] : ['', `## ${heading}`, ...remarks, '', ...COLUMNS];
    const same = words.length > LONG ? told.get(words) : undefined;
    told.set(words, same ?? name);
    const value = same === undefined ? words : `as \`${same}\``;
    return [...opening, `| \`${name}\`${secret ? '\\*' : ''} | ${value} | ${unset} | ${about} |`];
  });
  return `${[INTRODUCTION.trimEnd(), ...lines].join('\n')}\n`;
}
