import { diagnosticsResolvers } from './diagnostics/resolvers.ts';
import type { Resolvers } from './generated/resolvers.ts';
import { importResolvers } from './import/resolvers.ts';
import { scalarResolvers } from './scalarResolvers.ts';

/** The resolvers of every concept; each map is merged type by type, so that concepts can share Query and Mutation. */
export const resolvers: readonly Resolvers[] = [scalarResolvers, importResolvers, diagnosticsResolvers];
