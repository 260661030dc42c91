import type { AccountPage } from '../forms/visit.ts';
import { animePage } from './animePage.tsx';
import { deskHome } from './deskHome.tsx';
import { historyPage } from './historyPage.tsx';
import { mergePage } from './mergePage.tsx';
import { proposalPage } from './proposalPage.tsx';
import { queuePage } from './queuePage.tsx';
import { webhookPage } from './webhookPage.tsx';

/** The pages of the desk; the first match of a path serves it. @param roles of this process */
export function deskTable(roles: readonly string[]): readonly AccountPage[] {
  return [deskHome(roles), queuePage, historyPage, animePage, mergePage, webhookPage, proposalPage];
}
