import { Command, InvalidArgumentError } from 'commander';
import { readConfiguration } from '../../configuration/configuration.ts';
import { rotateKeptSecret } from '../../configuration/rotateKeptSecret.ts';
import { newSecret, type SecretSource, sharedSources } from '../../configuration/secrets.ts';
import { jsonOption } from '../arguments/jsonOption.ts';
import { printJson, printText } from '../terminal/output.ts';

/** `catalog secrets` */
export function secretsCommand(): Command {
  return new Command('secrets')
    .description('Rotate the secrets that the processes of one database share')
    .addCommand(rotateCommand())
    .addCommand(forgetCommand());
}

const names = sharedSources.map(({ variable }) => variable).join(', ');

function sharedSource(variable: string): SecretSource {
  const source = sharedSources.find((it) => it.variable === variable);
  if (source === undefined) throw new InvalidArgumentError(`It must be one of ${names}.`);
  return source;
}

function rotateCommand(): Command {
  return new Command('rotate')
    .description('Put a new value before the one in use: it signs from the next start on, the old one still verifies')
    .argument('<variable>', `the secret: ${names}`, sharedSource)
    .addOption(jsonOption())
    .addHelpText('after', '\nRotate a second time to end what the first value signed: only two are kept.')
    .action(async (source: SecretSource, { json }: { json?: true }) => {
      const configuration = readConfiguration(process.env);
      const { variable } = source;
      if (source.given(configuration) === null) {
        const path = await rotateKeptSecret(source, configuration.dataDir);
        if (json) return printJson({ variable, file: path });
        return printText(`${path} holds a new ${variable} before the old one. Restart the service to use it.`);
      }
      const value = newSecret();
      if (json) return printJson({ variable, value });
      return printText(
        `${variable} is given as a variable. Set it to the following, a comma and its present first value, and restart every process:\n${value}`,
      );
    });
}

function forgetCommand(): Command {
  return new Command('forget')
    .description('Let the next start decide a secret whose every value is lost; no service may run')
    .argument('<variable>', `the secret: ${names}`, sharedSource)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nWhat the lost values signed or encrypted stays lost: for CURSOR_SECRET, walks that are under way; for SECRETS_KEY, the secrets of webhooks, which are made anew by rotating each.',
    )
    .action(async ({ variable }: SecretSource, { json }: { json?: true }) => {
      const { databaseUrl, dataDir } = readConfiguration(process.env);
      // Loaded when needed: the other commands start without Prisma.
      const { openDatabase } = await import('../../database/openDatabase.ts');
      const { forgetSharedSecret } = await import('../../database/sharedSecrets.ts');
      const database = await openDatabase({ url: databaseUrl ?? undefined, dataDir });
      try {
        await forgetSharedSecret(database, variable);
      } finally {
        await database.close();
      }
      if (json) return printJson({ variable });
      return printText(`${variable} is decided by the next start.`);
    });
}
