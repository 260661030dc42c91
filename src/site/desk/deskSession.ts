import type { Request } from 'express';
import { clientAddress } from '../../graph/caller/clientAddress.ts';
import type { PortalSession } from '../../graph/caller/portal.ts';
import { isFromOwnPage, isPrivateOrigin, PageCookie } from '../../pageCookie.ts';
import type { SentForm } from '../forms/answerVisit.ts';
import { DeskError } from './deskError.ts';
import type { DeskSettings } from './deskSettings.ts';

/** The origin of the desk: as configured, else as the browser reached it. */
export function originOf({ url }: Pick<DeskSettings, 'url'>, { protocol, headers }: Request): string {
  return url ?? `${protocol}://${headers.host ?? 'localhost'}`;
}

/** The reviewer's address, as TRUST_PROXY says. */
export function addressOf({ ip, socket }: Request): string {
  return clientAddress(ip, socket.remoteAddress);
}

/** The cookie of a session. @throws DeskError for plain http beyond this machine: anybody on the way could read it */
export function deskCookie(settings: Pick<DeskSettings, 'url'>, request: Request): PageCookie {
  return privateCookie('desk', settings, request);
}

/** The cookie of a sign-in that is under way. @throws DeskError as `deskCookie` */
export function signInCookie(settings: Pick<DeskSettings, 'url'>, request: Request): PageCookie {
  return privateCookie('desk-sign-in', settings, request);
}

function privateCookie(name: string, settings: Pick<DeskSettings, 'url'>, request: Request): PageCookie {
  const origin = originOf(settings, request);
  if (isPrivateOrigin(origin)) return new PageCookie(name, origin);
  throw new DeskError(
    400,
    'The desk is served by http on the computer of the service alone: open it at 127.0.0.1, through a tunnel, or by https with INTERNAL_URL.',
  );
}

/** The fields of a form of this origin. @throws DeskError for a form of another site, or another type */
export function sentFields(settings: Pick<DeskSettings, 'url'>, request: Request): URLSearchParams {
  if (!isFromOwnPage(request, originOf(settings, request))) {
    throw new DeskError(400, 'The form was sent from another site: send it from a page of this one.');
  }
  if (typeof request.body !== 'string') throw new DeskError(415, 'A form is application/x-www-form-urlencoded.');
  return new URLSearchParams(request.body);
}

/** @throws DeskError for a form of another site */
export async function sentForm(settings: DeskSettings, session: PortalSession, request: Request): Promise<SentForm> {
  const fields = sentFields(settings, request);
  const isFirst = await settings.desk.spendForm(session, fields.get('number') ?? '');
  return { name: fields.get('form') ?? '', fields, isFirst };
}
