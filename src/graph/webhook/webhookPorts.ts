import type { SecretBox } from '../secrets/secretBox.ts';
import type { ExemptTargets } from './receiverUrl.ts';

/** What webhooks need of the process. */
export interface WebhookPorts {
  /** Encrypts the secrets of webhooks. */
  readonly secrets: SecretBox;
  readonly exempt: ExemptTargets;
  /** Tells the dispatcher of this process, if there is one, that something is due. */
  readonly wake: () => void;
}
