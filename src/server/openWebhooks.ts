import { SecretBox } from '../graph/secrets/secretBox.ts';
import type { WebhookPorts } from '../graph/webhook/webhookPorts.ts';
import type { Dispatcher } from '../webhooks/dispatcher/dispatcher.ts';
import type { Closers } from './closers.ts';
import type { Secrets } from './obtainSecrets.ts';
import type { DispatcherParts } from './startDispatcher.ts';

interface WebhookParts extends Omit<DispatcherParts, 'closers'> {
  readonly secrets: Secrets;
}

/** The webhooks of a process. */
export interface Webhooks {
  readonly ports: WebhookPorts;
  /** Starts the dispatcher, with the role webhooks; the closers stop it. */
  dispatch(closers: Closers): Promise<void>;
  /** Stops sending; resolves when the attempts in flight have ended, after about 20 s at most. */
  stop(): Promise<void>;
}

/**
 * The ports that manage webhooks, and the dispatcher once it is started.
 * @returns null when this process needs neither
 */
export function openWebhooks(parts: WebhookParts): Webhooks | null {
  const { configuration, secrets } = parts;
  if (secrets.secretsKeys === null) return null;
  const box = new SecretBox(secrets.secretsKeys);
  let dispatcher: Dispatcher | null = null;
  return {
    ports: { secrets: box, exempt: configuration.webhooks.allowTargets, wake: () => dispatcher?.wake() },
    async dispatch(closers) {
      if (!configuration.roles.has('webhooks') || dispatcher !== null) return;
      // Loaded when needed: a process that sends nothing has no HTTP client.
      const { startDispatcher } = await import('./startDispatcher.ts');
      dispatcher = await startDispatcher({ ...parts, closers }, box);
    },
    stop: async () => dispatcher?.stop(),
  };
}
