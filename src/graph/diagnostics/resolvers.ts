import type { Resolvers } from '../generated/resolvers.ts';
import { CatalogError } from '../model/errors.ts';

const STATUSES = { ok: 'OK', warning: 'WARNING', failed: 'FAILED', off: 'OFF' } as const;

export const diagnosticsResolvers: Resolvers = {
  Query: {
    diagnostics: async (_root, _arguments, { diagnose }) => {
      if (diagnose === undefined) throw new CatalogError('service_unavailable', 'This process cannot examine itself.');
      const checks = await diagnose();
      return checks.map((check) => ({ ...check, status: STATUSES[check.status] }));
    },
  },
};
