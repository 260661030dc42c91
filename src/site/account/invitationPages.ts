import type { GraphContext } from '../../graph/schema/context.ts';
import { INVITATION_PATH } from '../../graph/user/invitations.ts';
import { readForm } from '../../rest/body/readBody.ts';
import type { RequestFacts } from '../../rest/http/requestFacts.ts';
import type { Page } from '../../rest/pages/page.ts';
import { toProblem } from '../../rest/problem/toProblem.ts';
import type { Prepare } from '../forms/visit.ts';
import { assertSameOrigin } from '../http/assertSameOrigin.ts';
import { assertPrivate } from './accountCookie.ts';
import { accept, endedInvitationPage, invitationPage, invited } from './invitationPage.tsx';
import { passwordIn } from './passwordFields.tsx';
import { SIGN_IN_PATH } from './paths.ts';
import { portalOrigin } from './personalRequest.ts';
import { sendPage } from './signInPages.ts';

interface Settings {
  /** Of the pages; null: that of each request. */
  readonly publicUrl: string | null;
  readonly prepare: Prepare;
  /** The context of a caller who is not signed in. */
  readonly createContext: (facts: RequestFacts) => GraphContext;
}

/**
 * The page where an invited person sets her password. The invitation authorises the form and can be used once; opening
 * the page does not use it.
 */
export function invitationPages(settings: Settings): readonly Page[] {
  const [find, use] = [settings.prepare(invited), settings.prepare(accept)];
  const serve: Page['serve'] = async (response, request) => {
    const origin = portalOrigin(settings, request);
    assertPrivate(origin);
    const context = () => settings.createContext(response.locals);
    const isSent = request.method === 'POST';
    if (isSent) assertSameOrigin(request, origin);
    const fields = isSent ? await readForm(request, response) : new URLSearchParams(request.url.split('?')[1]);
    const invitation = fields.get('invitation') ?? '';
    let [fault, status] = [null as string | null, 200];
    try {
      const { invitedName: name } = await find(context(), { invitation });
      if (isSent) {
        try {
          const password = passwordIn(fields);
          await use(context(), { input: { name: fields.get('name') ?? '', invitation, password } });
          response.redirect(303, `${SIGN_IN_PATH}?to=%2Faccount`);
          return;
        } catch (error) {
          const problem = toProblem(error);
          if (!['invalid_parameter', 'quota_exceeded'].includes(problem.code)) throw error;
          [fault, status] = [problem.message, problem.status];
        }
      }
      sendPage(response, status, invitationPage({ name, invitation, action: INVITATION_PATH, fault }));
    } catch (error) {
      const { code, message } = toProblem(error);
      if (code !== 'conflict') throw error;
      sendPage(response, 409, endedInvitationPage(message));
    }
  };
  return [{ path: INVITATION_PATH, methods: ['GET', 'POST'], isPrivate: true, serve }];
}
