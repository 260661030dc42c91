import type { Request, RequestHandler, Response, Router } from 'express';
import { DESK_ENTRY_PATH } from '../../graph/caller/desk.ts';
import { addressOf, deskCookie, sentFields, sentForm } from './deskSession.ts';
import type { DeskSettings } from './deskSettings.ts';
import { enterPage } from './enterPage.tsx';
import { deskLeftPage, deskNoticePage } from './noticePage.tsx';
import { DESK_LEAVE_PATH } from './paths.ts';
import { sendDeskPage } from './sendDeskPage.ts';

/**
 * The routes of entering by a link, and of leaving. Opening the link changes nothing, so that programs which prefetch
 * links do not spend it; the button of its page does.
 */
export function entry(router: Router, settings: DeskSettings, form: RequestHandler): void {
  const { desk } = settings;
  router.get(DESK_ENTRY_PATH, (request: Request, response: Response) => {
    deskCookie(settings, request);
    const { invitation } = request.query;
    sendDeskPage(response, 200, enterPage(typeof invitation === 'string' ? invitation : ''));
  });
  router.post(DESK_ENTRY_PATH, form, async (request: Request, response: Response) => {
    const cookie = deskCookie(settings, request);
    const session = await desk.enter(sentFields(settings, request).get('invitation') ?? '');
    if (session === null) {
      const note = 'The link was used, or is older than a minute. catalog review open prints a new one.';
      return sendDeskPage(response, 401, deskNoticePage('No longer valid', note));
    }
    const earlier = await desk.find(cookie.read(request));
    if (earlier !== null) await desk.end(earlier, addressOf(request));
    cookie.set(response, session.cookie);
    response.redirect(303, '/review');
  });
  router.post(DESK_LEAVE_PATH, form, async (request: Request, response: Response) => {
    const cookie = deskCookie(settings, request);
    const session = await desk.find(cookie.read(request));
    if (session !== null) {
      await sentForm(settings, session, request);
      await desk.end(session, addressOf(request));
      cookie.clear(response);
    }
    sendDeskPage(response, 200, deskLeftPage(desk.signIn?.kind ?? null));
  });
}
