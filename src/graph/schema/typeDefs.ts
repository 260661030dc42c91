import { administrationTypeDefs } from '../administration/typeDefs.ts';
import { animeTypeDefs } from '../anime/typeDefs.ts';
import { applicationTypeDefs } from '../application/typeDefs.ts';
import { auditTypeDefs } from '../audit/typeDefs.ts';
import { diagnosticsTypeDefs } from '../diagnostics/typeDefs.ts';
import { episodeTypeDefs } from '../episode/typeDefs.ts';
import { genreTypeDefs } from '../genre/typeDefs.ts';
import { importTypeDefs } from '../import/typeDefs.ts';
import { publicationTypeDefs } from '../publication/typeDefs.ts';
import { decisionTypeDefs } from '../review/decisionTypeDefs.ts';
import { proposalTypeDefs } from '../review/proposalTypeDefs.ts';
import { sourceTypeDefs } from '../review/sourceTypeDefs.ts';
import { searchTypeDefs } from '../search/typeDefs.ts';
import { studioTypeDefs } from '../studio/typeDefs.ts';
import { deliveryTypeDefs } from '../subscription/deliveryTypeDefs.ts';
import { subscriptionTypeDefs } from '../subscription/typeDefs.ts';
import { userTypeDefs } from '../user/typeDefs.ts';
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
  scalarTypeDefs,
  animeTypeDefs,
  episodeTypeDefs,
  genreTypeDefs,
  studioTypeDefs,
  importTypeDefs,
  publicationTypeDefs,
  sourceTypeDefs,
  proposalTypeDefs,
  decisionTypeDefs,
  searchTypeDefs,
  applicationTypeDefs,
  subscriptionTypeDefs,
  deliveryTypeDefs,
  userTypeDefs,
  administrationTypeDefs,
  auditTypeDefs,
  diagnosticsTypeDefs,
];
