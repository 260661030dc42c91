import type { ApolloServerPlugin } from '@apollo/server';
import type { OperationDefinitionNode } from 'graphql';
import { CatalogError } from '../graph/model/errors.ts';
import type { ToolContext } from './graphqlErrors.ts';

/** Refuses mutations of INTERNAL_READ_TOKEN with 403, before anything is resolved. */
export const refuseChanges: ApolloServerPlugin<ToolContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operation, contextValue }) {
        // Apollo's types call it always present; it is absent when no operation has the requested name.
        const kind = (operation as OperationDefinitionNode | undefined)?.operation;
        if (!contextValue.readsAlone || kind !== 'mutation') return;
        const message = 'INTERNAL_READ_TOKEN reads alone: mutations need INTERNAL_TOKEN.';
        const refusal = new CatalogError('insufficient_scope', message);
        refusal.extensions.http = { status: 403 };
        throw refusal;
      },
    };
  },
};
