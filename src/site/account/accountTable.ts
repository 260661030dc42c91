import type { AccountPage } from '../forms/visit.ts';
import { applicationsPage } from './applicationsPage.tsx';
import { deliveriesPage } from './deliveriesPage.tsx';
import { deliveryPage } from './deliveryPage.tsx';
import { keyPage } from './keyPage.tsx';
import { keysPage } from './keysPage.tsx';
import { overviewPage } from './overviewPage.tsx';
import { settingsPage } from './settingsPage.tsx';
import { tokensPage } from './tokensPage.tsx';
import { webhookPage } from './webhookPage.tsx';
import { webhooksPage } from './webhooksPage.tsx';
import { youPage } from './youPage.tsx';

/** Every page of the account. */
export const accountTable: readonly AccountPage[] = [
  applicationsPage,
  overviewPage,
  keysPage,
  keyPage,
  webhooksPage,
  webhookPage,
  deliveriesPage,
  deliveryPage,
  settingsPage,
  tokensPage,
  youPage,
];
