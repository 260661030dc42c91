import { enumResolvers } from '../src/graph/schema/enums.ts';

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
    Bytes: 'Buffer | string',
    CatalogRecord: 'unknown',
  },
  enumValues: Object.fromEntries(Object.keys(enumResolvers).map((name) => [name, `../model/vocabulary.ts#${name}`])),
  contextType: '../schema/context.ts#GraphContext',
  mappers: {
    Anime: '../anime/animeEntity.ts#AnimeNode',
    AnimeRelation: '../anime/animeEntity.ts#RelationValue',
    ApiKey: '../application/applicationNode.ts#ApiKeyNode',
    Application: '../application/applicationNode.ts#ApplicationNode',
    Delivery: '../webhook/deliveryRows.ts#DeliveryNode',
    DeliveryRequest: '../webhook/deliveryRows.ts#DeliveryNode',
    Episode: '../episode/episodeEntity.ts#EpisodeNode',
    Event: '../publication/readEvents.ts#EventNode',
    EventConnection: '../publication/readEvents.ts#EventPage',
    IdElsewhere: '../review/approval.ts#ElsewhereId',
    Genre: '../term/readTerms.ts#TermNode',
    Proposal: '../../database/generated/client.ts#Proposal as ProposalRow',
    SearchConnection: '../search/searchPage.ts#SearchPage',
    SourceRecord: '../review/sourceRecordLoaders.ts#SourceRecordNode',
    Studio: '../term/readTerms.ts#TermNode',
    Webhook: '../webhook/webhookRows.ts#WebhookNode',
  },
};
