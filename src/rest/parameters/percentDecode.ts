import { ProblemError } from '../problem/problemError.ts';

/** @throws ProblemError invalid_request, when the text is not percent-encoded UTF-8 */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ProblemError('invalid_request', 'The percent-encoding is malformed: it must be %XX, in UTF-8.');
  }
}
