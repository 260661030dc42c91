import express, { type NextFunction, type Request, type Router } from 'express';
import type { Logger } from 'pino';
import type { ToolResponse } from '../../internal/toolError.ts';
import { DeskError } from './deskError.ts';
import { deskPage } from './deskPage.ts';
import type { DeskSettings } from './deskSettings.ts';
import { deskTable } from './deskTable.ts';
import { entry } from './entry.ts';
import { deskNoticePage } from './noticePage.tsx';
import { sendDeskPage } from './sendDeskPage.ts';
import { teamSignIn } from './teamSignIn.ts';

/** A form holds a reason and what was compared, nothing larger. */
const LARGEST_FORM = '64kb';

/** The pages of the internal listener, for reviewers and operators. */
export function createDeskRouter(settings: DeskSettings): Router {
  const router = express.Router();
  const form = express.text({ type: 'application/x-www-form-urlencoded', limit: LARGEST_FORM });
  entry(router, settings, form);
  if (settings.desk.signIn !== null) teamSignIn(router, settings, form, settings.desk.signIn);
  for (const page of deskTable(settings.roles)) {
    const serve = deskPage(page, settings);
    const route = router.route(page.path.replaceAll(/\{(\w+)\}/g, ':$1')).get(serve);
    if (page.forms.length > 0) route.post(form, serve);
  }
  router.use(/^\/(?:review(?:\/.*)?)?$/, () => {
    throw new DeskError(404, 'The desk has nothing at this path, or nothing that takes this method.');
  });
  router.use(answerError(settings.logger));
  return router;
}

function answerError(logger: Logger) {
  return (error: unknown, _request: Request, response: ToolResponse, next: NextFunction): void => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const { status = 500 } = error as { readonly status?: number };
    const isOurs = error instanceof DeskError;
    if (status >= 500) logger.error({ requestId: response.locals.requestId, err: error }, 'request failed');
    const message = isOurs ? error.message : status < 500 ? 'The form cannot be read.' : 'The service failed.';
    const note = status < 500 ? message : `${message} Request ${response.locals.requestId}.`;
    sendDeskPage(response, status, deskNoticePage(status === 404 ? 'Not found' : 'Not done', note));
  };
}
