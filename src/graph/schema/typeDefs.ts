import { administrationTypeDefs } from '../administration/typeDefs.ts';
import { animeFilterTypeDefs } from '../anime/filterTypeDefs.ts';
import { animeTypeDefs } from '../anime/typeDefs.ts';
import { animeVocabularyTypeDefs } from '../anime/vocabularyTypeDefs.ts';
import { applicationTypeDefs } from '../application/typeDefs.ts';
import { auditTypeDefs } from '../audit/typeDefs.ts';
import { diagnosticsTypeDefs } from '../diagnostics/typeDefs.ts';
import { dumpTypeDefs } from '../dump/typeDefs.ts';
import { episodeTypeDefs } from '../episode/typeDefs.ts';
import { importTypeDefs } from '../import/typeDefs.ts';
import { publicationTypeDefs } from '../publication/typeDefs.ts';
import { decisionTypeDefs } from '../review/decisionTypeDefs.ts';
import { proposalTypeDefs } from '../review/proposalTypeDefs.ts';
import { sourceTypeDefs } from '../review/sourceTypeDefs.ts';
import { searchTypeDefs } from '../search/typeDefs.ts';
import { termTypeDefs } from '../term/typeDefs.ts';
import { userTypeDefs } from '../user/typeDefs.ts';
import { deliveryTypeDefs } from '../webhook/deliveryTypeDefs.ts';
import { webhookTypeDefs } from '../webhook/typeDefs.ts';
import { accessTypeDefs } from './accessTypeDefs.ts';
import { scalarTypeDefs } from './scalars.ts';

const rootTypeDefs = /* GraphQL */ `
  "Reads. Errors carry extensions.code, the problem codes of the REST interface."
  type Query

  "Writes. Every mutation takes one input and returns a payload."
  type Mutation
`;

/** The SDL of the whole graph, by concept. */
export const typeDefs = [
  rootTypeDefs,
  accessTypeDefs,
  scalarTypeDefs,
  animeVocabularyTypeDefs,
  animeTypeDefs,
  animeFilterTypeDefs,
  episodeTypeDefs,
  termTypeDefs,
  importTypeDefs,
  publicationTypeDefs,
  dumpTypeDefs,
  sourceTypeDefs,
  proposalTypeDefs,
  decisionTypeDefs,
  searchTypeDefs,
  applicationTypeDefs,
  webhookTypeDefs,
  deliveryTypeDefs,
  userTypeDefs,
  administrationTypeDefs,
  auditTypeDefs,
  diagnosticsTypeDefs,
];
