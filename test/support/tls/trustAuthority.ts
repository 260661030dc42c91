import { createSecureContext } from 'node:tls';

/** Node's own, of which nothing else adds an authority to its store in a process that runs. */
interface RootStore {
  addRootCerts(): void;
  addCACert(certificate: string): void;
}

/**
 * Lets this process trust an authority where a connection names none, as NODE_EXTRA_CA_CERTS lets one that starts.
 * @returns takes it back
 */
export function trustAuthority(certificate: string): () => void {
  const contexts = Object.getPrototypeOf(createSecureContext().context) as RootStore;
  const { addRootCerts } = contexts;
  contexts.addRootCerts = function (this: RootStore) {
    addRootCerts.call(this);
    this.addCACert(certificate);
  };
  return () => {
    contexts.addRootCerts = addRootCerts;
  };
}
