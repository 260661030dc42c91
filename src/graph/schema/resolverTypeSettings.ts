import { enumResolvers } from './enums.ts';

/** Settings of the generated resolver types: which TypeScript types stand behind scalars, enums and object types. */
export const resolverTypeSettings = {
  useTypeImports: true,
  immutableTypes: true,
  enumsAsTypes: true,
  avoidOptionals: { field: true, object: false, inputValue: false, defaultValue: false },
  scalars: {
    ID: 'string',
    UUID: 'string',
    Date: 'string',
    DateTime: 'string',
    EpisodeNumber: 'number',
    CatalogRecord: 'unknown',
  },
  enumValues: Object.fromEntries(Object.keys(enumResolvers).map((name) => [name, `../model/vocabulary.ts#${name}`])),
  contextType: '../schema/context.ts#GraphContext',
  mappers: {
    Anime: '../anime/animeNode.ts#AnimeNode',
    Application: '../application/applicationNode.ts#ApplicationNode',
    Delivery: '../subscription/deliveryRows.ts#DeliveryNode',
    Episode: '../episode/episodeNode.ts#EpisodeNode',
    IdElsewhere: '../review/planApproval.ts#ElsewhereId',
    Genre: '../genre/genreNode.ts#GenreNode',
    Proposal: '../review/proposalNode.ts#ProposalNode',
    Studio: '../studio/studioNode.ts#StudioNode',
    WebhookSubscription: '../subscription/subscriptionRows.ts#SubscriptionNode',
  },
};
