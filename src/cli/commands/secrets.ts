import { InvalidArgumentError } from 'commander';
import { readConfiguration } from '../../configuration/configuration.ts';
import { rotateKeptSecret } from '../../configuration/rotateKeptSecret.ts';
import { newSecret, type SecretSource, sharedSources } from '../../configuration/secrets.ts';
import { argument } from '../command/parameters.ts';
import { type Noun, working } from '../command/row.ts';
import { withDatabase } from '../withDatabase.ts';

const names = sharedSources.map(({ variable }) => variable).join(', ');

const parameters = { source: argument('<variable>', `the secret: ${names}`, sharedSource) };

/** `catalog secrets …` */
export const secrets: Noun = {
  name: 'secrets',
  about: 'Rotate the secrets that the processes of one database share',
  commands: [
    working({
      name: 'rotate',
      about: 'Put a new value before the one in use: it signs from the next start on, the old one still verifies',
      example: 'SECRETS_KEY',
      notes: 'Rotate a second time to end what the first value signed: only two are kept.',
      parameters,
      async run({ source }) {
        const configuration = readConfiguration(process.env);
        const { variable } = source;
        if (configuration[variable] === undefined) {
          const file = await rotateKeptSecret(source, configuration.DATA_DIR);
          const text = `${file} holds a new ${variable} before the old one. Restart the service to use it.`;
          return { json: { variable, file }, text };
        }
        const value = newSecret();
        return {
          json: { variable, value },
          text: `${variable} is given as a variable. Set it to the following, a comma and its present first value, and restart every process:\n${value}`,
        };
      },
    }),
    working({
      name: 'forget',
      about: 'Give up a lost secret, so that the next start takes a new one; no service may run',
      example: 'SECRETS_KEY',
      notes:
        'Cursors signed with a lost CURSOR_SECRET become invalid; webhook secrets encrypted with a lost SECRETS_KEY must be rotated.',
      parameters,
      async run({ source: { variable } }) {
        const { forgetSharedSecret } = await import('../../database/sharedSecrets.ts');
        await withDatabase(readConfiguration(process.env), (database) => forgetSharedSecret(database, variable));
        return { json: { variable }, text: `The next start takes a new ${variable}.` };
      },
    }),
  ],
};

function sharedSource(variable: string): SecretSource {
  const source = sharedSources.find((it) => it.variable === variable);
  if (source === undefined) throw new InvalidArgumentError(`It must be one of ${names}.`);
  return source;
}
