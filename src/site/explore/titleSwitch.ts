import { originOf } from '../../rest/http/originOf.ts';
import type { Page } from '../../rest/pages/page.ts';
import { ProblemError } from '../../rest/problem/problemError.ts';
import { targetBelow } from '../design/link.tsx';
import { assertSameOrigin } from '../http/assertSameOrigin.ts';
import { isTitleForm } from './titleForm.ts';

const A_YEAR = 365 * 86_400;

/** Stores which titles the reader is shown, in a cookie of the explorer's path, and redirects back. */
export const titleSwitch: Page = {
  path: '/explore/titles/:form',
  methods: ['POST'],
  async serve(response, request) {
    const { form } = request.params;
    if (!isTitleForm(form)) throw new ProblemError('not_found', 'There is nothing at this path.');
    assertSameOrigin(request, originOf(request));
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
