import { SecretBox } from '../graph/secrets/secretBox.ts';
import type { WebhookPorts } from '../graph/webhook/webhookPorts.ts';
import type { Dispatcher } from '../webhooks/dispatcher/dispatcher.ts';
import type { Secrets } from './obtainSecrets.ts';
import type { DispatcherParts } from './startDispatcher.ts';

interface WebhookParts extends DispatcherParts {
  readonly secrets: Secrets;
}

/** The webhooks of a process. */
export interface RunningWebhooks {
  readonly ports: WebhookPorts;
  /** Stops sending; resolves when the attempts in flight have ended, after about 20 s at most. */
  stop(): Promise<void>;
}

/**
 * The ports that manage webhooks and, with the role webhooks, the dispatcher.
 * @returns null when this process needs neither
 */
export async function startWebhooks(parts: WebhookParts): Promise<RunningWebhooks | null> {
  const { configuration, secrets } = parts;
  if (secrets.secretsKeys === null) return null;
  const box = new SecretBox(secrets.secretsKeys);
  const dispatcher = await dispatcherOf(parts, box);
  const exempt = configuration.webhooks.allowTargets;
  return {
    ports: { secrets: box, exempt, wake: () => dispatcher?.wake() },
    stop: async () => dispatcher?.stop(),
  };
}

/** Loaded when needed: a process without the role starts without an HTTP client. */
async function dispatcherOf(parts: DispatcherParts, box: SecretBox): Promise<Dispatcher | null> {
  if (!parts.configuration.roles.has('webhooks')) return null;
  const { startDispatcher } = await import('./startDispatcher.ts');
  return await startDispatcher(parts, box);
}
