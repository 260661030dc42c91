import { Command, InvalidArgumentError } from 'commander';
import { readConfiguration } from '../../configuration/configuration.ts';
import { rotateKeptSecret } from '../../configuration/rotateKeptSecret.ts';
import { newSecret, type SecretSource, sharedSources } from '../../configuration/secrets.ts';
import { answering } from '../answer.ts';
import { withDatabase } from '../withDatabase.ts';

/** `catalog secrets rotate|forget` */
export function secretsCommand(): Command {
  return new Command('secrets')
    .description('Rotate the secrets that the processes of one database share')
    .addCommand(rotateCommand())
    .addCommand(forgetCommand());
}

const names = sharedSources.map(({ variable }) => variable).join(', ');

function ofSecret(command: string, description: string): Command {
  return new Command(command).description(description).argument('<variable>', `the secret: ${names}`, sharedSource);
}

function sharedSource(variable: string): SecretSource {
  const source = sharedSources.find((it) => it.variable === variable);
  if (source === undefined) throw new InvalidArgumentError(`It must be one of ${names}.`);
  return source;
}

function rotateCommand(): Command {
  return answering(
    ofSecret(
      'rotate',
      'Put a new value before the one in use: it signs from the next start on, the old one still verifies',
    ),
    async (source: SecretSource) => {
      const configuration = readConfiguration(process.env);
      const { variable } = source;
      if (source.given(configuration) === null) {
        const file = await rotateKeptSecret(source, configuration.dataDir);
        const text = `${file} holds a new ${variable} before the old one. Restart the service to use it.`;
        return { json: { variable, file }, text };
      }
      const value = newSecret();
      return {
        json: { variable, value },
        text: `${variable} is given as a variable. Set it to the following, a comma and its present first value, and restart every process:\n${value}`,
      };
    },
  ).addHelpText('after', '\nRotate a second time to end what the first value signed: only two are kept.');
}

function forgetCommand(): Command {
  return answering(
    ofSecret('forget', 'Let the next start decide a secret whose every value is lost; no service may run'),
    async ({ variable }: SecretSource) => {
      const { forgetSharedSecret } = await import('../../database/sharedSecrets.ts');
      await withDatabase(readConfiguration(process.env), (database) => forgetSharedSecret(database, variable));
      return { json: { variable }, text: `${variable} is decided by the next start.` };
    },
  ).addHelpText(
    'after',
    '\nWhat the lost values signed or encrypted stays lost: for CURSOR_SECRET, walks that are under way; for SECRETS_KEY, the secrets of webhooks, each of which gets a new one when it is rotated.',
  );
}
