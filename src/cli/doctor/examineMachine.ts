import { existsSync } from 'node:fs';
import { type Configuration, readConfiguration } from '../../configuration/configuration.ts';
import { ConfigurationError } from '../../configuration/configurationError.ts';
import { examineConfiguration } from '../../diagnostics/examineConfiguration.ts';
import { examineSecrets } from '../../diagnostics/examineSecrets.ts';
import type { DiagnosticCheck } from '../../graph/diagnostics/port.ts';
import type { CommandFailure } from '../failure/commandFailure.ts';
import { examineDataFolder } from './examineDataFolder.ts';
import { examinePorts } from './examinePorts.ts';
import { examineSearchEngine } from './examineSearchEngine.ts';
import { examineStoredData } from './examineStoredData.ts';

/**
 * What keeps a service from running on this machine, when none answers.
 * @param failure why none answers
 */
export async function examineMachine(failure: CommandFailure): Promise<readonly DiagnosticCheck[]> {
  const service: DiagnosticCheck = {
    name: 'service',
    status: 'failed',
    detail: `${failure.message.charAt(0).toUpperCase()}${failure.message.slice(1)}.`.replace(/\.\.$/, '.'),
    remedy: 'See to what fails below, then start it: npm start.',
  };
  let configuration: Configuration;
  try {
    configuration = readConfiguration(process.env);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return [service, ...error.faults.map(wrongVariable)];
  }
  const folder = await examineDataFolder(configuration);
  return [
    service,
    examineConfiguration(configuration, null),
    folder,
    ...(existsSync(configuration.dataDir) ? [await examineSecrets(configuration)] : []),
    ...(await examinePorts(configuration)),
    ...(folder.status === 'failed' ? [] : await examineStoredData(configuration)),
    ...(await examineSearchEngine(configuration)),
  ];
}

function wrongVariable({ variable, fault }: { readonly variable: string; readonly fault: string }): DiagnosticCheck {
  return {
    name: 'configuration',
    status: 'failed',
    detail: `${variable} ${fault}.`,
    remedy: `Correct ${variable} or unset it.`,
  };
}
