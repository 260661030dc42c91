import { targetBelow } from '../../html/link.tsx';
import { isTitleForm } from '../../pages/explore/titleForm.ts';
import type { RestRequest } from '../http/requestFacts.ts';
import type { Page } from '../pages/page.ts';
import { ProblemError } from '../problem/problemError.ts';

const A_YEAR = 365 * 86_400;

/** Keeps which titles the reader is shown, in a cookie that pages of the explorer alone are sent, and leads back. */
export const titleSwitch: Page = {
  path: '/explore/titles/:form',
  methods: ['POST'],
  async serve(response, request) {
    const { form } = request.params;
    if (!isTitleForm(form)) throw new ProblemError('not_found', 'There is nothing at this path.');
    if (!isFromHere(request)) {
      throw new ProblemError(
        'invalid_request',
        'The form was sent from another site: send it from a page of this one.',
      );
    }
    const back = new URLSearchParams(request.url.split('?')[1]).get('back') ?? '';
    const secure = request.protocol === 'https' ? '; Secure' : '';
    response.setHeader(
      'Set-Cookie',
      `titles=${form}; Path=/explore; Max-Age=${A_YEAR}; HttpOnly; SameSite=Lax${secure}`,
    );
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Location', targetBelow('/explore', back));
    response.status(303).end();
  },
};

/** Whether a page of this service sent it, as the browser says; programs that say nothing of it have no reader. */
function isFromHere({ headers, protocol, host }: RestRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin === undefined || headers.origin === `${protocol}://${host}`;
}
