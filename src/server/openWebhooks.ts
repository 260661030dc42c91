import { SecretBox } from '../graph/secrets/secretBox.ts';
import type { WebhookPorts } from '../graph/webhook/webhookPorts.ts';
import type { Dispatcher } from '../webhooks/dispatcher/dispatcher.ts';
import type { Secrets } from './obtainSecrets.ts';
import type { DispatcherParts } from './startDispatcher.ts';

interface WebhookParts extends DispatcherParts {
  readonly secrets: Secrets;
}

/** The webhooks of a process. */
export interface Webhooks {
  readonly ports: WebhookPorts;
  /** Stops sending; resolves when the attempts in flight have ended, after about 20 s at most. */
  stop(): Promise<void>;
}

/**
 * The ports that manage webhooks, and, with the role webhooks, the dispatcher.
 * @returns null when this process needs neither
 */
export async function openWebhooks(parts: WebhookParts): Promise<Webhooks | null> {
  const { configuration, secrets } = parts;
  if (secrets.secretsKeys === null) return null;
  const box = new SecretBox(secrets.secretsKeys);
  let dispatcher: Dispatcher | null = null;
  if (configuration.ROLES.has('webhooks')) {
    // Loaded when needed: a process that sends nothing has no HTTP client.
    const { startDispatcher } = await import('./startDispatcher.ts');
    dispatcher = await startDispatcher(parts, box);
  }
  return {
    ports: { secrets: box, exempt: configuration.WEBHOOK_ALLOW_TARGETS ?? new Set(), wake: () => dispatcher?.wake() },
    stop: async () => dispatcher?.stop(),
  };
}
